import { useState } from 'react';
import { supabase } from '../page/client';
import { formText } from '../page/formText';
import { show } from '../page/show';
import { SignedIn } from '../page/SignedIn';
import { useQuery } from '../page/useQuery';

interface Task {
  readonly id: number;
  readonly name: string;
  readonly status: number;
}

function Greeting() {
  const [message, setMessage] = useState<string>();
  const greet = async (form: FormData) => {
    const { data, error } = await supabase.functions.invoke<{ message: string }>('hello', { body: { name: formText(form, 'name') } });
    setMessage(error ? 'Nobody answered.' : data?.message);
  };
  return (
    <form action={greet}>
      <label>Your name <input name="name" /></label>
      <button type="submit">Greet</button>
      <p role="status">{message}</p>
    </form>
  );
}

const invoke = (path: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', task?: Partial<Task>) =>
  supabase.functions.invoke<{ tasks: Task[] }>(path, { method, ...(task && { body: { task } }) });

const tasks = async () => {
  const { data, error } = await invoke('restful-tasks', 'GET');
  return { data: data?.tasks ?? null, error };
};

function Tasks() {
  const { rows, error, run } = useQuery(tasks);
  return (
    <>
      <form action={(form) => run(invoke('restful-tasks', 'POST', { name: formText(form, 'task') }))}>
        <label>Task <input name="task" /></label>
        <button type="submit">Add</button>
      </form>
      <p role="alert">{error}</p>
      {rows?.length === 0 && <p>No tasks.</p>}
      <ul>
        {rows?.map(({ id, name, status }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={status === 1} onChange={() => void run(invoke(`restful-tasks/${id}`, 'PUT', { status: 1 - status }))} />
              {name}
            </label>
            <button type="button" onClick={() => void run(invoke(`restful-tasks/${id}`, 'DELETE'))}>Delete</button>
          </li>
        ))}
      </ul>
    </>
  );
}

show(<><Greeting /><SignedIn>{() => <Tasks />}</SignedIn></>);
