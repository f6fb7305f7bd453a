import { useEffect, useState } from 'react';
import { supabase } from '../page/client';
import { formText } from '../page/formText';
import { show } from '../page/show';
import { SignedIn } from '../page/SignedIn';
import { useQuery } from '../page/useQuery';

const cart = () => supabase.from('carts').select('id, article').order('id');

function Shop({ token }: { readonly token: string }) {
  const { rows, error, run } = useQuery(cart);
  const [isOrdered, setOrdered] = useState(false);
  const [isGuest, setGuest] = useState<boolean>();
  // By the token, because policies read that: the account is permanent before the token says so.
  useEffect(() => void supabase.auth.getClaims(token).then(({ data }) => setGuest(data?.claims.is_anonymous)), [token]);
  if (isGuest === undefined) return null;
  const order = async () => {
    const ordered = await supabase.from('orders').insert({});
    setOrdered(!ordered.error);
    return ordered;
  };
  return (
    <>
      <h1>{isGuest ? 'Guest' : 'Customer'}</h1>
      <form action={(form) => run(supabase.from('carts').insert({ article: formText(form, 'article') }))}>
        <label>Article <input name="article" /></label>
        <button type="submit">Add</button>
      </form>
      <ul aria-label="Cart">{rows?.map(({ id, article }) => <li key={id}>{article}</li>)}</ul>
      <button type="button" onClick={() => void run(order())}>Order</button>
      <p role="status">{isOrdered && 'Ordered'}</p>
      <p role="alert">{error}</p>
      {isGuest && (
        <form action={(form) => run(becomeCustomer(formText(form, 'email'), formText(form, 'password')))}>
          <label>Email <input name="email" type="email" /></label>
          <label>Password <input name="password" type="password" /></label>
          <button type="submit">Create an account</button>
        </form>
      )}
    </>
  );
}

/** Gives the guest's account an address and a password, and then asks for a token that no longer says anonymous. */
async function becomeCustomer(email: string, password: string) {
  const addressed = await supabase.auth.updateUser({ email });
  if (addressed.error) return addressed;
  const protectedBy = await supabase.auth.updateUser({ password });
  return protectedBy.error ? protectedBy : supabase.auth.refreshSession();
}

const guest = <button type="button" onClick={() => void supabase.auth.signInAnonymously()}>Continue as a guest</button>;
show(<SignedIn otherWay={guest}>{(session) => <Shop token={session.access_token} />}</SignedIn>);
