import { supabase } from '../page/client';
import { formText } from '../page/formText';
import { show } from '../page/show';
import { SignedIn } from '../page/SignedIn';
import { useQuery } from '../page/useQuery';

const todos = () => supabase.from('todos').select('id, task, is_complete').order('id');

function TodoList({ userId }: { readonly userId: string }) {
  const { rows, error, run } = useQuery(todos);
  const add = (form: FormData) => run(supabase.from('todos').insert({ task: formText(form, 'task'), user_id: userId }));
  const setComplete = (id: number, isComplete: boolean) => run(supabase.from('todos').update({ is_complete: isComplete }).eq('id', id));
  const remove = (id: number) => run(supabase.from('todos').delete().eq('id', id));
  return (
    <>
      <h1>To do</h1>
      <form action={add}>
        <label>Task <input name="task" /></label>
        <button type="submit">Add</button>
      </form>
      <p role="alert">{error}</p>
      {rows?.length === 0 && <p>Nothing to do.</p>}
      <ul>
        {rows?.map(({ id, task, is_complete }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={is_complete} onChange={(event) => void setComplete(id, event.target.checked)} />
              {task}
            </label>
            <button type="button" onClick={() => void remove(id)}>Delete</button>
          </li>
        ))}
      </ul>
    </>
  );
}

show(<SignedIn>{({ user }) => <TodoList userId={user.id} />}</SignedIn>);
