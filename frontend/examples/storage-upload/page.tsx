import { useCallback, useState } from 'react';
import { supabase } from '../page/client';
import { formText } from '../page/formText';
import { show } from '../page/show';
import { SignedIn } from '../page/SignedIn';
import { useQuery } from '../page/useQuery';

const bucket = supabase.storage.from('files');

function Files({ folder }: { readonly folder: string }) {
  const list = useCallback(() => bucket.list(folder), [folder]);
  const { rows, error, run } = useQuery(list);
  const [link, setLink] = useState<string>();
  const upload = async (form: FormData) => {
    const file = form.get('file');
    if (file instanceof File) await run(bucket.upload(`${folder}/${file.name}`, file, { upsert: form.has('replace') }));
  };
  const download = async (name: string) => {
    const { data } = await bucket.createSignedUrl(`${folder}/${name}`, 60, { download: true });
    if (data) location.assign(data.signedUrl);
  };
  const share = async (name: string) => {
    const { data } = await bucket.createSignedUrl(`${folder}/${name}`, 60);
    setLink(data?.signedUrl);
  };
  /** Makes a link to this page, by which anybody may upload the file of this name. */
  const ask = async (form: FormData) => {
    const { data } = await bucket.createSignedUploadUrl(`${folder}/${formText(form, 'name')}`);
    if (data) setLink(`${location.origin}/?${new URLSearchParams({ path: data.path, token: data.token }).toString()}`);
  };
  return (
    <>
      <h1>Files</h1>
      <form action={upload}>
        <label>File <input type="file" name="file" /></label>
        <label><input type="checkbox" name="replace" /> Replace a file of this name</label>
        <button type="submit">Upload</button>
      </form>
      <p role="alert">{error}</p>
      {rows?.length === 0 && <p>No files.</p>}
      <ul>
        {rows?.map(({ name }) => (
          <li key={name}>
            {name}
            <button type="button" onClick={() => void download(name)}>Download</button>
            <button type="button" onClick={() => void share(name)}>Share</button>
            <button type="button" onClick={() => void run(bucket.remove([`${folder}/${name}`]))}>Delete</button>
            <form action={(form) => run(bucket.move(`${folder}/${name}`, `${folder}/${formText(form, 'to')}`))}>
              <input name="to" aria-label={`New name of ${name}`} />
              <button type="submit">Rename</button>
            </form>
          </li>
        ))}
      </ul>
      <form action={ask}>
        <label>Name of the missing file <input name="name" /></label>
        <button type="submit">Ask for it</button>
      </form>
      {link && <a href={link}>Link to pass on</a>}
    </>
  );
}

/** What somebody sees who was asked for a file. */
function MissingFile({ path, token }: { readonly path: string; readonly token: string }) {
  const [outcome, setOutcome] = useState<string>();
  const send = async (form: FormData) => {
    const file = form.get('file');
    if (!(file instanceof File)) return;
    const { error } = await bucket.uploadToSignedUrl(path, token, file);
    setOutcome(error?.message ?? 'Thank you.');
  };
  return (
    <form action={send}>
      <label>File <input type="file" name="file" /></label>
      <button type="submit">Send</button>
      <p role="status">{outcome}</p>
    </form>
  );
}

const { path, token } = Object.fromEntries(new URLSearchParams(location.search));
show(path && token ? <MissingFile path={path} token={token} /> : <SignedIn>{({ user }) => <Files folder={`${user.id}/notes`} />}</SignedIn>);
