import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { anonKey, client, serviceRoleKey, url } from './backend.ts';

/** Resumable uploads by the TUS client that Supabase recommends, with the chunk size that it recommends. */

const CHUNK = 6 * 1024 * 1024;
const bucket = `contrat-${crypto.randomUUID()}`;
const storage = () => client(serviceRoleKey).storage;
const files = () => storage().from(bucket);
const file = (length: number) => Buffer.from(Uint8Array.from({ length }, (_, at) => at % 251));

function options(name: string, more: Partial<UploadOptions> = {}): UploadOptions {
  return {
    endpoint: `${url}/storage/v1/upload/resumable`,
    chunkSize: CHUNK,
    retryDelays: [0, 500],
    headers: { authorization: `Bearer ${serviceRoleKey}`, apikey: anonKey },
    metadata: { bucketName: bucket, objectName: name, contentType: 'application/pdf', cacheControl: '60', metadata: '{"auteur":"Lucie"}' },
    ...more,
  };
}

/** Runs an upload to its end, and returns its URL. */
function run(content: Buffer, uploadOptions: UploadOptions): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(content, { ...uploadOptions, onError: reject, onSuccess: () => resolve(upload.url) });
    upload.start();
  });
}

/** Ends an upload after its first chunk, and returns its URL. */
function interrupt(content: Buffer, uploadOptions: UploadOptions): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(content, {
      ...uploadOptions,
      onError: reject,
      onChunkComplete: () => void upload.abort().then(() => resolve(upload.url), reject),
    });
    upload.start();
  });
}

async function failure(upload: Promise<unknown>): Promise<readonly [number | undefined, string | undefined]> {
  const error: unknown = await upload.then(() => undefined, (reason: unknown) => reason);
  if (!(error instanceof DetailedError)) throw new Error('the upload has not failed');
  return [error.originalResponse?.getStatus(), error.originalResponse?.getBody()];
}

async function stored(name: string): Promise<Buffer> {
  const { data, error } = await files().download(name);
  expect(error).toBeNull();
  return Buffer.from(await (data ?? new Blob()).arrayBuffer());
}

describe.runIf(serviceRoleKey)('§4 tus-js-client', () => {
  beforeAll(async () => {
    expect((await storage().createBucket(bucket, { public: false, fileSizeLimit: '30MB' })).error).toBeNull();
  });

  afterAll(async () => {
    await storage().emptyBucket(bucket);
    await storage().deleteBucket(bucket);
  });

  it('§4.7 uploads a file in chunks, with its type and metadata', async () => {
    const content = file(2 * CHUNK + 1000);
    await run(content, options('gros.pdf'));
    expect((await stored('gros.pdf')).equals(content)).toBe(true);
    expect((await files().info('gros.pdf')).data).toMatchObject({
      size: content.length, contentType: 'application/pdf', cacheControl: 'max-age=60', metadata: { auteur: 'Lucie' },
    });
  });

  it('§4.7 sends the bytes with the creation', async () => {
    await run(file(1000), options('petit.pdf', { uploadDataDuringCreation: true }));
    expect(await stored('petit.pdf')).toHaveLength(1000);
    await run(file(0), options('vide.pdf'));
    expect(await stored('vide.pdf')).toHaveLength(0);
  });

  it('§4.7 continues an upload that was interrupted', async () => {
    const content = file(CHUNK + 1000);
    const uploadUrl = await interrupt(content, options('reprise.pdf'));
    expect(uploadUrl).toMatch(new RegExp(`^${url}/storage/v1/upload/resumable/`));
    expect((await files().exists('reprise.pdf')).data).toBe(false);
    await run(content, options('reprise.pdf', { uploadUrl }));
    expect((await stored('reprise.pdf')).equals(content)).toBe(true);
  });

  it('§4.7 terminates an upload', async () => {
    const uploadUrl = await interrupt(file(CHUNK + 1000), options('arret.pdf'));
    await Upload.terminate(uploadUrl ?? '', options('arret.pdf'));
    const head = await fetch(uploadUrl ?? '', { method: 'HEAD', headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${serviceRoleKey}` } });
    expect(head.status).toBe(404);
  });

  it('§4.7 uploads by a signed URL without a token', async () => {
    const { data } = await files().createSignedUploadUrl('signe.pdf');
    const headers = { 'x-signature': data?.token ?? '' };
    const endpoint = `${url}/storage/v1/upload/resumable/sign`;
    await run(file(CHUNK + 1000), options('signe.pdf', { endpoint, headers }));
    expect(await stored('signe.pdf')).toHaveLength(CHUNK + 1000);
    expect(await failure(run(file(10), options('autre.pdf', { endpoint, headers })))).toEqual([400, 'Invalid signature']);
  });

  it('§4.7 rejects visitors, existing files and files that are too large', async () => {
    const visitor = { authorization: `Bearer ${anonKey}` };
    expect(await failure(run(file(10), options('visiteur.pdf', { headers: visitor })))).toEqual([403, 'new row violates row-level security policy']);
    await run(file(10), options('deux-fois.pdf'));
    const again = options('deux-fois.pdf', { retryDelays: null });
    expect(await failure(run(file(20), again))).toEqual([409, 'The resource already exists']);
    await run(file(20), { ...again, headers: { ...again.headers, 'x-upsert': 'true' } });
    expect(await stored('deux-fois.pdf')).toHaveLength(20);
    expect(await failure(run(file(30_000_001), options('enorme.pdf')))).toEqual([413, 'Maximum size exceeded\n']);
  });

  it('§4.7 answers a browser of another origin', async () => {
    const endpoint = `${url}/storage/v1/upload/resumable`;
    const preflight = await fetch(endpoint, {
      method: 'OPTIONS',
      headers: { origin: 'https://ailleurs.exemple.fr', 'access-control-request-method': 'POST', 'access-control-request-headers': 'tus-resumable,upload-length' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('upload-length');
    const created = await fetch(endpoint, {
      method: 'POST',
      headers: {
        origin: 'https://ailleurs.exemple.fr', 'tus-resumable': '1.0.0', 'upload-length': '10', authorization: `Bearer ${serviceRoleKey}`,
        'upload-metadata': `bucketName ${btoa(bucket)},objectName ${btoa('ailleurs.pdf')}`,
      },
    });
    expect(created.status).toBe(201);
    expect(created.headers.get('access-control-allow-origin')).toBe('*');
    expect(created.headers.get('access-control-expose-headers')).toMatch(/Location.*Upload-Offset/);
  });
});
