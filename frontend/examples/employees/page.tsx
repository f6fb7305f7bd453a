import { useCallback, useState } from 'react';
import { supabase } from '../page/client';
import { formText } from '../page/formText';
import { show } from '../page/show';
import { useQuery } from '../page/useQuery';

const PAGE_SIZE = 2;

function Directory() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const employees = useCallback(() => {
    const all = supabase.from('employees').select('id, name, department', { count: 'exact' }).order('name');
    const found = search ? all.or(`name.ilike.%${search}%,email.eq.${search}`) : all;
    return found.range(page * PAGE_SIZE, (page + 1) * PAGE_SIZE - 1);
  }, [search, page]);
  const { rows, count, error, run } = useQuery(employees);
  const save = (form: FormData) => {
    const employee = { name: formText(form, 'name'), email: formText(form, 'email'), department: formText(form, 'department') };
    return run(supabase.from('employees').upsert(employee, { onConflict: 'email' }));
  };
  return (
    <>
      <h1>Employees</h1>
      <form action={(form) => { setSearch(formText(form, 'search')); setPage(0); }}>
        <label>Name or email <input name="search" /></label>
        <button type="submit">Search</button>
      </form>
      <p>{count} found</p>
      <ul aria-label="Employees">{rows?.map(({ id, name, department }) => <li key={id}>{name}, {department}</li>)}</ul>
      <button type="button" onClick={() => setPage(page + 1)}>Next page</button>
      <form action={save}>
        <label>Name <input name="name" /></label>
        <label>Email <input name="email" /></label>
        <label>Department <input name="department" /></label>
        <button type="submit">Save</button>
      </form>
      <p role="alert">{error}</p>
    </>
  );
}

/** The people of a department, by a function of the database. */
function Department() {
  const [department, setDepartment] = useState('Hooli');
  const people = useCallback(async () => {
    const { data, error } = await supabase.rpc('employees_of', { department }).select('name').order('name');
    return { data: data as { name: string }[] | null, error };
  }, [department]);
  const { rows } = useQuery(people);
  return (
    <>
      <form action={(form) => setDepartment(formText(form, 'of'))}>
        <label>People of <input name="of" /></label>
        <button type="submit">Show</button>
      </form>
      <ul aria-label={department}>{rows?.map(({ name }) => <li key={name}>{name}</li>)}</ul>
    </>
  );
}

show(<><Directory /><Department /></>);
