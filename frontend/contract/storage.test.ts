import { describe, expect, it } from 'vitest';
import { anonKey, client, url } from './backend.ts';

/** The URL of a hotel's first picture. */
async function pictureAddress(): Promise<string> {
  const { data } = await client().from('hotels').select('images').eq('id', 1).single();
  const [first = ''] = data?.images ?? [];
  return new URL(first, url).href;
}

describe('§3 pictures: storage/v1', () => {
  it('§3 pictures: public pictures need no key and support revalidation and range requests', async () => {
    const address = await pictureAddress();
    const whole = await fetch(address);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toMatch(/^image\//);
    const bytes = await whole.bytes();
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect((await fetch(address, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const part = await fetch(address, { headers: { Range: 'bytes=0-9' } });
    expect(part.status).toBe(206);
    expect(await part.bytes()).toEqual(bytes.slice(0, 10));
  });

  it('§3 pictures: getPublicUrl returns the stored URL, which can be downloaded', async () => {
    const address = await pictureAddress();
    const [, bucket = '', path = ''] = /\/public\/([^/]+)\/(.+)$/.exec(address) ?? [];
    const pictures = client().storage.from(bucket);
    expect(pictures.getPublicUrl(path).data.publicUrl).toBe(`${url}/storage/v1/object/public/${bucket}/${path}`);
    const bytes = await (await fetch(pictures.getPublicUrl(path).data.publicUrl)).bytes();
    expect(bytes.length).toBeGreaterThan(0);
  });

  it('§6 pictures: visitors cannot upload, and an unknown picture is not found', async () => {
    const { data, error } = await client().storage.from('hotel-images').upload(`contrat-${crypto.randomUUID()}.png`, new Blob(['x'], { type: 'image/png' }));
    expect(data).toBeNull();
    expect(error).toMatchObject({ name: 'StorageApiError' });
    const missing = await fetch(`${url}/storage/v1/object/public/hotel-images/no-such.webp`, { headers: { apikey: anonKey } });
    expect([400, 404]).toContain(missing.status);
    expect(missing.headers.get('content-type')).toMatch(/json/);
  });
});
