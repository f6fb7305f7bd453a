import { describe, expect, it } from 'vitest';
import { anonKey, client, newPerson, url } from './backend.ts';

interface Hotel {
  id: number; name: string; city: string; rating: number | string; price_per_night: number | string; is_active: boolean;
}

const GUEST_HOUSES = [105, 106, 110, 99, 104, 92, 115, 35, 116, 60, 41, 46, 75, 56, 61, 94, 63, 52, 7];
const hotels = () => client().from('hotels');

async function plain(query: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/rest/v1/hotels?${query}`, { headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}`, ...headers } });
  return { status: response.status, headers: response.headers, rows: (await response.json()) as Hotel[] };
}

describe('§7 calls 6, 9, 10 and 16: rest/v1/hotels', () => {
  it('§7.6, §3.14 call 6: returns the active hotels with all columns of the site, and honours the limit', async () => {
    const { status, rows } = await plain('select=*&is_active=eq.true');
    expect(status).toBe(200);
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) {
      expect(row).toMatchObject({
        id: expect.any(Number), name: expect.any(String), city: expect.any(String), location: expect.any(String), description: expect.any(String),
        images: expect.any(Array), amenities: expect.any(Array), rating: expect.anything(), reviews_count: expect.any(Number), price_per_night: expect.anything(), is_active: true,
      });
    }
    expect((await plain('select=*&is_active=eq.true&limit=10')).rows).toHaveLength(10);
  });

  it('§7.9 call 9: returns one hotel by id, or an empty list', async () => {
    expect((await plain('select=*&id=eq.1')).rows).toMatchObject([{ id: 1 }]);
    expect(await plain('select=*&id=eq.999999999')).toMatchObject({ status: 200, rows: [] });
  });

  it('§7.10 call 10: returns all hotels with all columns', async () => {
    const { data, error, status } = await hotels().select('*');
    expect({ error, status }).toEqual({ error: null, status: 200 });
    expect(data?.[0]).toMatchObject({ id: expect.any(Number), images: expect.any(Array) });
  });

  it('§7.16 call 16: returns the guest houses, best rated first', async () => {
    const { data } = await hotels().select('*').in('id', GUEST_HOUSES).order('rating', { ascending: false }).returns<Hotel[]>();
    expect(new Set(data?.map(({ id }) => id))).toEqual(new Set(GUEST_HOUSES));
    const ratings = data?.map(({ rating }) => Number(rating)) ?? [];
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
  });
});

describe('supabase-js over rest/v1', () => {
  it('filters by comparison, pattern, array containment, or, and not in', async () => {
    const { data: dear } = await hotels().select('id,price_per_night').gte('price_per_night', 100).lt('price_per_night', 200).returns<Hotel[]>();
    expect(dear?.length).toBeGreaterThan(0);
    expect(dear?.every(({ price_per_night: price }) => Number(price) >= 100 && Number(price) < 200)).toBe(true);
    const { data: named } = await hotels().select('name').ilike('name', '%villa%').returns<Hotel[]>();
    expect(named?.length).toBeGreaterThan(0);
    expect(named?.every(({ name }) => /villa/i.test(name))).toBe(true);
    const { data: equipped } = await hotels().select('amenities').contains('amenities', ['Piscine', 'Parking']).returns<{ amenities: string[] }[]>();
    expect(equipped?.length).toBeGreaterThan(0);
    expect(equipped?.every(({ amenities }) => amenities.includes('Piscine') && amenities.includes('Parking'))).toBe(true);
    const { data: either } = await hotels().select('id').or('id.eq.1,id.eq.2').order('id');
    expect(either).toEqual([{ id: 1 }, { id: 2 }]);
    const { data: cities } = await hotels().select('city').not('city', 'in', '(Ajaccio,Bastia)').returns<Hotel[]>();
    expect(cities?.some(({ city }) => city === 'Ajaccio' || city === 'Bastia')).toBe(false);
  });

  it('selects columns with aliases and casts', async () => {
    const { data } = await hotels().select('id,nom:name,prix:price_per_night::text').eq('id', 1).single();
    expect(data).toEqual({ id: 1, nom: expect.any(String), prix: expect.any(String) });
  });

  it('orders, pages and counts', async () => {
    const { data, count, status } = await hotels().select('id', { count: 'exact' }).order('id').range(10, 19);
    expect(data).toHaveLength(10);
    expect(count).toBeGreaterThan(20);
    expect(status).toBe(206);
    const ids = (data ?? []).map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const head = await hotels().select('*', { count: 'exact', head: true });
    expect(head).toMatchObject({ data: null, count });
    const beyond = await hotels().select('id', { count: 'exact' }).range(1_000_000, 1_000_009);
    expect(beyond).toMatchObject({ status: 416, error: { code: 'PGRST103' } });
  });

  it('single and maybeSingle', async () => {
    expect((await hotels().select('id').eq('id', 1).single()).data).toEqual({ id: 1 });
    expect((await hotels().select('id').eq('id', 999_999_999).single()).error).toMatchObject({ code: 'PGRST116' });
    expect(await hotels().select('id').eq('id', 999_999_999).maybeSingle()).toMatchObject({ data: null, error: null });
    expect((await hotels().select('id').in('id', [1, 2]).maybeSingle()).error).toMatchObject({ code: 'PGRST116' });
  });

  it('returns the codes of errors for an unknown column, an unknown table and an invalid value', async () => {
    expect(await hotels().select('no_such_column')).toMatchObject({ status: 400, error: { code: '42703' } });
    expect(await client().from('no_such_table').select()).toMatchObject({ status: 404, error: { code: 'PGRST205' } });
    expect(await hotels().select('id').eq('id', 'abc')).toMatchObject({ status: 400, error: { code: '22P02' } });
  });

  it('§6.2 hotels: visitors and users cannot write hotels or read rows of others', async () => {
    const { token } = await newPerson();
    for (const one of [client(), client(anonKey, token)]) {
      const { error, status } = await one.from('hotels').insert({ name: 'Pris', city: 'Corte', location: 'Corte' });
      expect([401, 403]).toContain(status);
      expect(error).toMatchObject({ code: '42501' });
      await one.from('hotels').update({ name: 'Pris' }).eq('id', 1);
      for (const table of ['host_applications', 'user_searches']) {
        const { data } = await one.from(table).select();
        expect(data ?? [], table).toEqual([]);
      }
      const { data: profiles } = await one.from('profiles').select();
      expect((profiles ?? []).length, 'no profile but one’s own').toBeLessThanOrEqual(1);
    }
    const { data } = await hotels().select('name').eq('id', 1).single();
    expect(data?.name).not.toBe('Pris');
  });
});
