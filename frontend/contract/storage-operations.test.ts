import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { client, serviceRoleKey, url } from './backend.ts';

/** Every operation of Supabase's storage client for buckets and objects, on buckets that each run creates. */

const run = crypto.randomUUID();
const bucket = `contrat-${run}`;
const open = `contrat-ouvert-${run}`;
const storage = () => client(serviceRoleKey).storage;
const files = () => storage().from(bucket);
const text = (content: string) => new Blob([content], { type: 'text/plain' });
/** The signature of a PNG file. */
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
const photo = () => sharp({ create: { width: 400, height: 200, channels: 3, background: '#27b' } }).jpeg().toBuffer();
const names = (rows: readonly { name: string }[] | null) => rows?.map((row) => row.name);

/** Asserts that there is no error and returns the data. */
function value<T>({ data, error }: { data: T | null; error: unknown }): T {
  expect(error).toBeNull();
  if (data === null) throw new Error('no data');
  return data;
}

async function size(image: Blob): Promise<[number | undefined, number | undefined, string | undefined]> {
  const { width, height, format } = await sharp(await image.bytes()).metadata();
  return [width, height, format];
}

describe.runIf(serviceRoleKey)('§4 storage-js', () => {
  beforeAll(async () => {
    expect(value(await storage().createBucket(bucket, { public: false }))).toMatchObject({ name: bucket });
    expect(value(await storage().createBucket(open, { public: true, fileSizeLimit: '1MB', allowedMimeTypes: ['image/*'] }))).toMatchObject({ name: open });
  });

  afterAll(async () => {
    for (const name of [bucket, open]) {
      await storage().emptyBucket(name);
      await storage().deleteBucket(name);
    }
  });

  describe('buckets', () => {
    it('§4.3 createBucket, getBucket: stores the options; a second bucket of the same name is a conflict', async () => {
      expect(value(await storage().getBucket(open))).toMatchObject({ id: open, name: open, public: true, file_size_limit: 1_000_000, allowed_mime_types: ['image/*'] });
      expect((await storage().createBucket(open)).error).toMatchObject({ statusCode: '409' });
      expect((await storage().getBucket(`none-${run}`)).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
    });

    it('§4.3 listBuckets: lists, searches, sorts and limits', async () => {
      const all = value(await storage().listBuckets());
      expect(names(all)).toEqual(expect.arrayContaining([bucket, open]));
      const found = value(await storage().listBuckets({ search: run, sortColumn: 'name', sortOrder: 'desc', limit: 1 }));
      expect(names(found)).toEqual([open]);
    });

    it('§4.3 updateBucket, emptyBucket, deleteBucket: a bucket must be empty before it can be deleted', async () => {
      const name = `contrat-bref-${run}`;
      value(await storage().createBucket(name, { public: false }));
      expect(value(await storage().updateBucket(name, { public: true, fileSizeLimit: 1000 })).message).toBe('Successfully updated');
      expect(value(await storage().getBucket(name))).toMatchObject({ public: true, file_size_limit: 1000 });
      value(await storage().from(name).upload('a.txt', text('a')));
      expect((await storage().deleteBucket(name)).error).toMatchObject({ statusCode: '409' });
      value(await storage().emptyBucket(name));
      await expect.poll(async () => value(await storage().from(name).list()).length).toBe(0);
      expect(value(await storage().deleteBucket(name)).message).toBe('Successfully deleted');
      expect((await storage().getBucket(name)).error).toMatchObject({ statusCode: '404' });
    });

    it('§4.3 visitors cannot create, list, change or delete buckets', async () => {
      const visitor = client().storage;
      expect((await visitor.createBucket(`pris-${run}`)).error).toMatchObject({ statusCode: '403' });
      expect(value(await visitor.listBuckets())).toEqual([]);
      expect((await visitor.updateBucket(open, { public: false })).error).not.toBeNull();
      expect((await visitor.emptyBucket(open)).error).not.toBeNull();
      expect((await visitor.deleteBucket(open)).error).not.toBeNull();
    });
  });

  describe('objects', () => {
    it('§4.4 upload, download: from a blob, a buffer and a stream', async () => {
      const uploaded = value(await files().upload('aller/blob.txt', text('du texte'), { cacheControl: '60', metadata: { auteur: 'Lucie' } }));
      expect(uploaded).toMatchObject({ path: 'aller/blob.txt', fullPath: `${bucket}/aller/blob.txt` });
      expect(uploaded.id).toMatch(/^[0-9a-f-]{36}$/);
      const blob = value(await files().download('aller/blob.txt'));
      expect([await blob.text(), blob.type]).toEqual(['du texte', 'text/plain']);

      const bytes = new TextEncoder().encode('des octets');
      value(await files().upload('aller/octets.bin', bytes.buffer, { contentType: 'application/x-octets' }));
      expect(await value(await files().download('aller/octets.bin')).text()).toBe('des octets');
      value(await files().upload('aller/flux.bin', new Blob(['un flux']).stream(), { contentType: 'application/x-flux', duplex: 'half' }));
      const stream = value(await files().download('aller/flux.bin').asStream());
      expect(await new Response(stream).text()).toBe('un flux');
    });

    it('§4.4 upload, update: an existing name is a conflict without upsert', async () => {
      value(await files().upload('nom.txt', text('un')));
      expect((await files().upload('nom.txt', text('deux'))).error).toMatchObject({ statusCode: '409' });
      value(await files().upload('nom.txt', text('trois'), { upsert: true }));
      expect(await value(await files().download('nom.txt')).text()).toBe('trois');
      value(await files().update('nom.txt', text('quatre')));
      expect(await value(await files().download('nom.txt')).text()).toBe('quatre');
    });

    it('§4.4 upload: rejects types and sizes that the bucket does not allow', async () => {
      const images = storage().from(open);
      expect((await images.upload('a.txt', text('a'))).error).toMatchObject({ statusCode: '415', message: expect.stringContaining('text/plain') });
      expect((await images.upload('a.png', new Blob([PNG, new Uint8Array(1_000_000)], { type: 'image/png' }))).error).toMatchObject({ statusCode: '413' });
    });

    it('§4.4 createSignedUploadUrl, uploadToSignedUrl: a visitor can upload one file once', async () => {
      const signed = value(await files().createSignedUploadUrl('confie.txt'));
      expect(signed.path).toBe('confie.txt');
      expect(signed.signedUrl).toContain(signed.token);
      const visitor = client().storage.from(bucket);
      expect(value(await visitor.uploadToSignedUrl(signed.path, signed.token, text('confié')))).toMatchObject({ path: 'confie.txt', fullPath: `${bucket}/confie.txt` });
      expect(await value(await files().download('confie.txt')).text()).toBe('confié');
      expect((await visitor.uploadToSignedUrl(signed.path, signed.token, text('encore'))).error).toMatchObject({ statusCode: '409' });
      const over = value(await files().createSignedUploadUrl('confie.txt', { upsert: true }));
      value(await visitor.uploadToSignedUrl(over.path, over.token, text('encore')));
    });

    it('§4.4 createSignedUrl, createSignedUrls: give access to private files', async () => {
      value(await files().upload('signe.txt', text('pour toi')));
      const { signedUrl } = value(await files().createSignedUrl('signe.txt', 60));
      expect(await (await fetch(signedUrl)).text()).toBe('pour toi');
      const saved = value(await files().createSignedUrl('signe.txt', 60, { download: 'lettre.txt' }));
      expect((await fetch(saved.signedUrl)).headers.get('content-disposition')).toContain('lettre.txt');
      const [one, none] = value(await files().createSignedUrls(['signe.txt', 'absent.txt'], 60));
      expect(await (await fetch(one?.signedUrl ?? '')).text()).toBe('pour toi');
      expect(none).toMatchObject({ path: 'absent.txt', signedUrl: null, error: expect.any(String) });
      expect((await files().createSignedUrl('absent.txt', 60)).error).toMatchObject({ statusCode: '404' });
    });

    it('§4.4 move, copy: to another name and to another bucket', async () => {
      const other = storage().from(open);
      value(await files().upload('depart.jpg', new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' })));
      expect(value(await files().copy('depart.jpg', 'copie.jpg')).path).toBe(`${bucket}/copie.jpg`);
      expect(value(await files().move('depart.jpg', 'arrivee.jpg')).message).toBe('Successfully moved');
      expect((await files().download('depart.jpg')).error).not.toBeNull();
      value(await files().copy('copie.jpg', 'venue.jpg', { destinationBucket: open }));
      value(await files().move('copie.jpg', 'arrivee.jpg', { destinationBucket: open }));
      expect(value(await other.list()).map(({ name }) => name)).toEqual(expect.arrayContaining(['arrivee.jpg', 'venue.jpg']));
      expect((await files().move('absent.txt', 'b.txt')).error).toMatchObject({ statusCode: '404' });
      expect((await files().copy('absent.txt', 'b.txt')).error).toMatchObject({ statusCode: '404' });
    });

    it('§4.4 list, listV2: list folders and files with sorting and paging', async () => {
      for (const name of ['liste/b.txt', 'liste/a.txt', 'liste/dossier/c.txt']) value(await files().upload(name, text(name)));
      expect(names(value(await files().list('liste')))).toEqual(['a.txt', 'b.txt', 'dossier']);
      expect(names(value(await files().list('liste', { limit: 1, offset: 1, sortBy: { column: 'name', order: 'desc' } })))).toEqual(['b.txt']);
      expect(names(value(await files().list('liste', { search: 'a' })))).toEqual(['a.txt']);
      const [first] = value(await files().list('liste'));
      expect(first).toMatchObject({ id: expect.any(String), metadata: { size: 11, mimetype: 'text/plain' } });

      const page = value(await files().listV2({ prefix: 'liste/', limit: 2, with_delimiter: false }));
      expect([names(page.objects), page.hasNext]).toEqual([['liste/a.txt', 'liste/b.txt'], true]);
      const rest = value(await files().listV2({ prefix: 'liste/', limit: 2, with_delimiter: false, ...(page.nextCursor && { cursor: page.nextCursor }) }));
      expect([names(rest.objects), rest.hasNext]).toEqual([['liste/dossier/c.txt'], false]);
      const level = value(await files().listV2({ prefix: 'liste/', with_delimiter: true }));
      expect([names(level.folders), names(level.objects)]).toEqual([['liste/dossier/'], ['liste/a.txt', 'liste/b.txt']]);
    });

    it('§4.4 info, exists: return the metadata and the existence of a file', async () => {
      value(await files().upload('connu.txt', text('connu'), { cacheControl: '60', metadata: { auteur: 'Lucie' } }));
      expect(value(await files().info('connu.txt'))).toMatchObject({
        name: 'connu.txt', bucketId: bucket, size: 5, contentType: 'text/plain', cacheControl: 'max-age=60', metadata: { auteur: 'Lucie' },
      });
      expect((await files().exists('connu.txt')).data).toBe(true);
      expect((await files().exists('inconnu.txt')).data).toBe(false);
      expect((await files().info('inconnu.txt')).error).toMatchObject({ statusCode: '404' });
    });

    it('§4.4 remove: removes existing files and ignores unknown ones', async () => {
      value(await files().upload('adieu/a.txt', text('a')));
      value(await files().upload('adieu/b.txt', text('b')));
      expect(names(value(await files().remove(['adieu/a.txt', 'adieu/absent.txt', 'adieu/b.txt'])))?.toSorted()).toEqual(['adieu/a.txt', 'adieu/b.txt']);
      expect(value(await files().list('adieu'))).toEqual([]);
      expect(value(await client().storage.from(bucket).remove(['nom.txt']))).toEqual([]);
    });
  });

  describe('images', () => {
    beforeAll(async () => {
      value(await storage().from(open).upload('image.jpg', new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' })));
      value(await files().upload('image.jpg', new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' })));
    });

    it('§4.6 getPublicUrl: serves the file and resized images, as WebP if the client accepts it', async () => {
      const images = storage().from(open);
      expect(images.getPublicUrl('image.jpg').data.publicUrl).toBe(`${url}/storage/v1/object/public/${open}/image.jpg`);
      const saved = await fetch(images.getPublicUrl('image.jpg', { download: 'plage.jpg' }).data.publicUrl);
      expect(saved.headers.get('content-disposition')).toContain('plage.jpg');

      const { publicUrl } = images.getPublicUrl('image.jpg', { transform: { width: 100, height: 100 } }).data;
      const [browser, other] = await Promise.all([fetch(publicUrl, { headers: { Accept: 'image/avif,image/webp,*/*' } }), fetch(publicUrl)]);
      expect(await size(await browser.blob())).toEqual([100, 100, 'webp']);
      expect(await size(await other.blob())).toEqual([100, 100, 'jpeg']);
      expect(browser.headers.get('vary')).toMatch(/accept/i);
      const again = await fetch(publicUrl, { headers: { Accept: 'image/avif,image/webp,*/*', 'If-None-Match': browser.headers.get('etag') ?? '' } });
      expect(again.status).toBe(304);
    });

    it('§4.6 download, createSignedUrl: serve resized images of private files', async () => {
      const contained = value(await files().download('image.jpg', { transform: { width: 100, height: 100, resize: 'contain', quality: 50 } }));
      expect((await size(contained)).slice(0, 2)).toEqual([100, 50]);
      expect(await size(value(await files().download('image.jpg', { transform: { height: 50, format: 'origin' } })))).toEqual([100, 50, 'jpeg']);
      expect((await client().storage.from(bucket).download('image.jpg', { transform: { width: 10 } })).error).not.toBeNull();
      const { signedUrl } = value(await files().createSignedUrl('image.jpg', 60, { transform: { width: 40, height: 40, resize: 'fill' } }));
      expect((await size(await (await fetch(signedUrl)).blob())).slice(0, 2)).toEqual([40, 40]);
    });

    it('§4.3 purgeCache, purgeBucketCache: need the service role', async () => {
      expect(value(await files().purgeCache('image.jpg', { transformations: true }))).toMatchObject({ message: 'success' });
      expect(value(await storage().purgeBucketCache(open, { transformations: true }))).toMatchObject({ message: 'success' });
      expect((await client().storage.purgeBucketCache(open)).error).not.toBeNull();
    });
  });
});
