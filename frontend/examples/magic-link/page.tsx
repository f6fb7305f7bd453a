import { useState } from 'react';
import { supabase } from '../page/client';
import { formText } from '../page/formText';
import { show } from '../page/show';
import { useQuery } from '../page/useQuery';
import { useSession } from '../page/useSession';

const notes = () => supabase.from('notes').select('id, title').order('id');

function Notes() {
  const { rows } = useQuery(notes);
  return <ul aria-label="Notes">{rows?.map(({ id, title }) => <li key={id}>{title}</li>)}</ul>;
}

/** Sends a mail with a link back to this page and a code; either signs in. */
function SignIn() {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const send = async (form: FormData) => {
    const address = formText(form, 'email');
    const answer = await supabase.auth.signInWithOtp({ email: address, options: { emailRedirectTo: location.href } });
    setError(answer.error?.message);
    if (!answer.error) setEmail(address);
  };
  const verify = async (form: FormData) => {
    const answer = await supabase.auth.verifyOtp({ email, token: formText(form, 'code'), type: 'email' });
    setError(answer.error?.message);
  };
  return (
    <>
      <form action={send}>
        <label>Email <input name="email" type="email" /></label>
        <button type="submit">Send a link</button>
      </form>
      {email && (
        <form action={verify}>
          <label>Code in the mail to {email} <input name="code" inputMode="numeric" /></label>
          <button type="submit">Sign in</button>
        </form>
      )}
      <p role="alert">{error}</p>
    </>
  );
}

function Page() {
  const session = useSession();
  if (session === undefined) return null;
  return session ? <><h1>Notes of {session.user.email}</h1><Notes /></> : <SignIn />;
}

show(<Page />);
