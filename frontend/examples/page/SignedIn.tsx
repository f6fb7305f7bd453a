import type { Session } from '@supabase/supabase-js';
import { useState, type ReactNode } from 'react';
import { supabase } from './client';
import { formText } from './formText';
import { useSession } from './useSession';

interface Props {
  /** The key of the account's metadata that holds the name of a new person. */
  readonly nameKey?: string;
  /** Another way in, below the form. */
  readonly otherWay?: ReactNode;
  readonly children: (session: Session) => ReactNode;
}

/** The form for signing in and up, or what a person sees who is signed in. */
export function SignedIn({ nameKey, otherWay, children }: Props) {
  const session = useSession();
  const [error, setError] = useState<string>();
  if (session === undefined) return null;
  if (session) {
    return (
      <>
        <header>
          {session.user.email} <button type="button" onClick={() => void supabase.auth.signOut()}>Sign out</button>
        </header>
        {children(session)}
      </>
    );
  }
  const credentials = (form: FormData) => ({ email: formText(form, 'email'), password: formText(form, 'password') });
  const signIn = async (form: FormData) => {
    const answer = await supabase.auth.signInWithPassword(credentials(form));
    setError(answer.error?.message);
  };
  const signUp = async (form: FormData) => {
    const data = nameKey ? { [nameKey]: formText(form, 'name') } : {};
    const answer = await supabase.auth.signUp({ ...credentials(form), options: { data } });
    setError(answer.error?.message);
  };
  return (
    <>
      <form action={signIn}>
        {nameKey && <label>Name <input name="name" /></label>}
        <label>Email <input name="email" type="email" /></label>
        <label>Password <input name="password" type="password" /></label>
        <button type="submit">Sign in</button>
        <button type="submit" formAction={signUp}>Sign up</button>
      </form>
      {otherWay}
      <p role="alert">{error}</p>
    </>
  );
}
