import { describe, expect, it } from 'vitest';
import { anonKey, client, newPerson, publishableKey, secretKey, serviceRoleKey, url } from './backend.ts';

const HOTELS = 'rest/v1/hotels?select=id&limit=1';
const status = async (path: string, headers: Record<string, string> = {}) => (await fetch(`${url}/${path}`, { headers })).status;

describe('keys', () => {
  it('accepts the public key as header or query parameter, and rejects a missing or wrong key', async () => {
    expect(await status(HOTELS, { apikey: anonKey })).toBe(200);
    expect(await status(`${HOTELS}&apikey=${anonKey}`)).toBe(200);
    expect(await status(HOTELS)).toBe(401);
    expect(await status(HOTELS, { apikey: 'wrong' })).toBe(401);
    expect(await status(HOTELS, { apikey: anonKey, authorization: 'Bearer wrong' })).toBe(401);
  });

  it.runIf(publishableKey)('gives the publishable key the rights of a visitor', async () => {
    const { data, error } = await client(publishableKey).from('hotels').select('id').eq('id', 1);
    expect({ data, error }).toEqual({ data: [{ id: 1 }], error: null });
    expect((await client(publishableKey).from('hotels').insert({ name: 'Pris', city: 'Corte', location: 'Corte' })).error).toMatchObject({ code: '42501' });
  });

  it.runIf(serviceRoleKey && secretKey)('lets the service_role key and the secret key bypass row-level security', async () => {
    const { id, token } = await newPerson();
    await client(anonKey, token).functions.invoke('user-searches', { body: { destination: 'Corte', checkin: null, checkout: null, guests: 1 } });
    const searches = (key?: string) => client(key).from('user_searches').select('destination').eq('user_id', id);
    for (const key of [serviceRoleKey, secretKey]) expect((await searches(key)).data).toEqual([{ destination: 'Corte' }]);
    expect((await searches()).data ?? []).toEqual([]);
  });

  it('answers a CORS preflight without a key, and sends CORS headers with errors', async () => {
    const preflight = await fetch(`${url}/functions/v1/user-auth`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://example.org', 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization,apikey,content-type' },
    });
    expect(preflight.ok).toBe(true);
    expect(preflight.headers.get('access-control-allow-origin')).toBeTruthy();
    const unauthorized = await fetch(`${url}/${HOTELS}`, { headers: { Origin: 'https://example.org' } });
    expect([unauthorized.status, unauthorized.headers.get('access-control-allow-origin') !== null]).toEqual([401, true]);
  });
});
