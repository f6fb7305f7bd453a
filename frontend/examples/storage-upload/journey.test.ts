import { expect, test } from 'vitest';
import { succeeded, useStack } from '../stack.ts';

const stack = useStack(import.meta.dirname);
const text = (content: string) => new Blob([content], { type: 'text/plain' });

test('a person keeps files in a folder of their own, and shares one by a link', async () => {
  const { client, user } = await stack.person('ange@example.com');
  const files = client.storage.from('files');
  const path = `${user.id}/notes/one.txt`;
  succeeded(await files.upload(path, text('one')));
  expect((await files.upload(path, text('two'))).error?.message).toBe('The resource already exists');
  succeeded(await files.upload(path, text('two'), { upsert: true }));
  expect((await files.upload(`${user.id}/large.txt`, text('x'.repeat(2000)))).error?.message).toContain('maximum allowed size');
  const picture = new Blob(['x'], { type: 'image/png' });
  expect((await files.upload(`${user.id}/p.png`, picture)).error?.message).toContain('mime type');
  const listed = succeeded(await files.list(`${user.id}/notes`));
  expect(listed.map((file) => file.name)).toEqual(['one.txt']);
  succeeded(await files.move(path, `${user.id}/moved.txt`));

  const { signedUrl } = succeeded(await files.createSignedUrl(`${user.id}/moved.txt`, 60));
  expect(await (await fetch(signedUrl)).text()).toBe('two');
  const upload = succeeded(await files.createSignedUploadUrl(`${user.id}/signed.txt`));
  const visitor = stack.client().storage.from('files');
  succeeded(await visitor.uploadToSignedUrl(upload.path, upload.token, text('signed')));

  const other = (await stack.person('ghjulia@example.com')).client.storage.from('files');
  expect((await other.upload(`${user.id}/theirs.txt`, text('no'))).error?.message).toContain('row-level security');
  expect((await other.download(`${user.id}/moved.txt`)).error).not.toBeNull();
  const removed = succeeded(await files.remove([`${user.id}/moved.txt`, `${user.id}/signed.txt`]));
  expect(removed).toHaveLength(2);
});
