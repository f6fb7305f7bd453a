import type { AuthMFAGetAuthenticatorAssuranceLevelResponse } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { supabase } from '../page/client';
import { formText } from '../page/formText';
import { show } from '../page/show';
import { SignedIn } from '../page/SignedIn';
import { useQuery } from '../page/useQuery';

const posts = () => supabase.from('private_posts').select('id, content').order('id');

function Posts() {
  const { rows, error, run } = useQuery(posts);
  return (
    <>
      <h1>Private posts</h1>
      <form action={(form) => run(supabase.from('private_posts').insert({ content: formText(form, 'content') }))}>
        <label>Post <input name="content" /></label>
        <button type="submit">Publish</button>
      </form>
      <p role="alert">{error}</p>
      {rows?.length === 0 && <p>No posts.</p>}
      <ul>{rows?.map(({ id, content }) => <li key={id}>{content}</li>)}</ul>
    </>
  );
}

/** Sets up an authenticator application. */
function Enrollment() {
  const [factor, setFactor] = useState<{ id: string; totp: { qr_code: string; secret: string } }>();
  const enroll = async () => {
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    if (data) setFactor(data);
  };
  if (!factor) return <button type="button" onClick={() => void enroll()}>Set up a second factor</button>;
  return (
    <>
      <img src={factor.totp.qr_code} alt="QR code" />
      <code>{factor.totp.secret}</code>
      <CodeForm factorId={factor.id} />
    </>
  );
}

/** Asks for the code of the authenticator application that is set up. */
function SecondStep() {
  const [factorId, setFactorId] = useState<string>();
  useEffect(() => void supabase.auth.mfa.listFactors().then(({ data }) => setFactorId(data?.totp[0]?.id)), []);
  return factorId && <CodeForm factorId={factorId} />;
}

function CodeForm({ factorId }: { readonly factorId: string }) {
  const [error, setError] = useState<string>();
  const verify = async (form: FormData) => {
    const answer = await supabase.auth.mfa.challengeAndVerify({ factorId, code: formText(form, 'code') });
    setError(answer.error?.message);
  };
  return (
    <form action={verify}>
      <label>Code <input name="code" inputMode="numeric" /></label>
      <button type="submit">Verify</button>
      <p role="status">{error}</p>
    </form>
  );
}

function Account({ token }: { readonly token: string }) {
  const [levels, setLevels] = useState<AuthMFAGetAuthenticatorAssuranceLevelResponse['data']>(null);
  useEffect(() => void supabase.auth.mfa.getAuthenticatorAssuranceLevel(token).then(({ data }) => setLevels(data)), [token]);
  if (!levels) return null;
  const { currentLevel, nextLevel } = levels;
  return (
    <>
      <p>Signed in at {currentLevel} of {nextLevel}</p>
      {nextLevel === 'aal1' && <Enrollment />}
      {nextLevel === 'aal2' && currentLevel === 'aal1' && <SecondStep />}
      <Posts key={currentLevel} />
    </>
  );
}

show(<SignedIn>{(session) => <Account token={session.access_token} />}</SignedIn>);
