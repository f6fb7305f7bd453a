import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { clientOf, expect, signUp, test, userIdOf } from '../journey.ts';

test('a person keeps files in a folder of their own, and shares one by a link', async ({ open }) => {
  const ange = await open();
  await signUp(ange, 'ange@example.com');
  await expect(ange.getByText('No files.')).toBeVisible();
  const alert = ange.getByRole('alert');
  const files = ange.getByRole('listitem');
  await upload(ange, 'one.txt', 'one');
  await expect(files).toHaveCount(1);
  await upload(ange, 'one.txt', 'two');
  await expect(alert).toHaveText('The resource already exists');
  await ange.getByLabel('Replace').check();
  await upload(ange, 'one.txt', 'two');
  await expect(alert).toBeEmpty();
  await upload(ange, 'large.txt', 'x'.repeat(2000));
  await expect(alert).toContainText('maximum allowed size');
  await upload(ange, 'p.png', 'x', 'image/png');
  await expect(alert).toContainText('mime type');

  await ange.getByLabel('New name of one.txt').fill('moved.txt');
  await ange.getByRole('button', { name: 'Rename' }).click();
  await expect(files).toContainText(['moved.txt']);
  const downloading = ange.waitForEvent('download');
  await ange.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('moved.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe('two');

  const link = ange.getByRole('link', { name: 'Link to pass on' });
  await ange.getByRole('button', { name: 'Share' }).click();
  const shared = (await link.getAttribute('href')) ?? '';
  await ange.getByLabel('missing file').fill('signed.txt');
  await ange.getByRole('button', { name: 'Ask for it' }).click();
  await expect(link).toHaveAttribute('href', /token=/);
  await expect(link).not.toHaveAttribute('href', shared);
  const { search } = new URL((await link.getAttribute('href')) ?? '');
  const visitor = await open(search);
  await visitor.getByLabel('File').setInputFiles(textFile('mine.txt', 'signed'));
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByRole('status')).toHaveText('Thank you.');
  await visitor.goto(shared);
  await expect(visitor.locator('body')).toHaveText('two');

  const ghjulia = await open();
  await signUp(ghjulia, 'ghjulia@example.com');
  await expect(ghjulia.getByText('No files.')).toBeVisible();
  const client = await clientOf(ghjulia);
  const folder = `${await userIdOf(ange)}/notes`;
  const written = await client.evaluate((supabase, path) => supabase.storage.from('files').upload(path, new Blob(['no'], { type: 'text/plain' })), `${folder}/theirs.txt`);
  expect(written.error?.message).toContain('row-level security');
  const read = await client.evaluate(async (supabase, path) => (await supabase.storage.from('files').download(path)).data === null, `${folder}/moved.txt`);
  expect(read).toBe(true);

  await ange.reload();
  await expect(files).toHaveText([/^moved\.txt/, /^signed\.txt/]);
  await files.first().getByRole('button', { name: 'Delete' }).click();
  await expect(files).toHaveCount(1);
  await files.first().getByRole('button', { name: 'Delete' }).click();
  await expect(ange.getByText('No files.')).toBeVisible();
});

async function upload(page: Page, name: string, content: string, mimeType?: string): Promise<void> {
  await page.getByLabel('File', { exact: true }).setInputFiles(textFile(name, content, mimeType));
  // The page lists the files again after each upload, also after one that was rejected.
  const listed = page.waitForResponse((response) => response.url().includes('/object/list/') && response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Upload' }).click();
  await listed;
}

function textFile(name: string, content: string, mimeType = 'text/plain') {
  return { name, mimeType, buffer: Buffer.from(content) };
}
