alter table employees add column department text default 'Hooli';
create function employees_of(department text) returns setof employees language sql stable as $$
  select * from employees where employees.department = $1
$$;
