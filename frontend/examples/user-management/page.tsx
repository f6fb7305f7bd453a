import { useCallback, useEffect, useState } from 'react';
import { supabase } from '../page/client';
import { formText } from '../page/formText';
import { show } from '../page/show';
import { SignedIn } from '../page/SignedIn';
import { useQuery } from '../page/useQuery';

function Profile({ userId }: { readonly userId: string }) {
  const own = useCallback(() => supabase.from('profiles').select('full_name, username, website, avatar_url').eq('id', userId), [userId]);
  const { rows, error, run } = useQuery(own);
  const profile = rows?.[0];
  if (!profile) return null;
  const save = (form: FormData) => {
    const [full_name, username, website] = ['full_name', 'username', 'website'].map((field) => formText(form, field) || null);
    return run(supabase.from('profiles').upsert({ id: userId, full_name, username, website, updated_at: new Date().toISOString() }));
  };
  const upload = async (file: File) => {
    const path = `${userId}-${file.name}`;
    const uploaded = await supabase.storage.from('avatars').upload(path, file);
    return uploaded.error ? uploaded : supabase.from('profiles').update({ avatar_url: path }).eq('id', userId);
  };
  return (
    <>
      <h1>Profile</h1>
      {profile.avatar_url && <Avatar path={profile.avatar_url} />}
      <label>Picture <input type="file" accept="image/*" onChange={({ target }) => target.files?.[0] && void run(upload(target.files[0]))} /></label>
      <form action={save}>
        <label>Full name <input name="full_name" defaultValue={profile.full_name ?? ''} /></label>
        <label>Username <input name="username" defaultValue={profile.username ?? ''} /></label>
        <label>Website <input name="website" type="url" defaultValue={profile.website ?? ''} /></label>
        <button type="submit">Save</button>
      </form>
      <p role="alert">{error}</p>
    </>
  );
}

/** A picture of the bucket, which is not public: the browser fetches it with the person's token. */
function Avatar({ path }: { readonly path: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    void supabase.storage.from('avatars').download(path).then(({ data }) => data && setAddress(URL.createObjectURL(data)));
  }, [path]);
  return address && <img src={address} alt="Avatar" />;
}

show(<SignedIn nameKey="full_name">{({ user }) => <Profile userId={user.id} />}</SignedIn>);
