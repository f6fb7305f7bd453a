import { describe, expect, it } from 'vitest';
import { anonKey, call, forged, newPerson } from './backend.ts';
import { expectErrorResponse } from './errorResponse.ts';

const FUNCTION = 'functions/v1/user-searches';
const SEARCH = { destination: 'Calvi', checkin: '2031-07-01', checkout: '2031-07-04', guests: 2 };

describe('§7 calls 4 and 5: user-searches', () => {
  it('§7.4, §7.5 calls 4 and 5: searches are saved and listed, newest first', async () => {
    const { id, token } = await newPerson();
    expect((await call(FUNCTION, SEARCH, token)).status).toBeLessThan(300);
    expect((await call(FUNCTION, { destination: 'Corte', checkin: null, checkout: null, guests: 1 }, token)).status).toBeLessThan(300);
    const { status, body } = await call(`${FUNCTION}?userId=${id}&limit=25`, undefined, token);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        searches: [
          { id: expect.anything(), destination: 'Corte', checkin: null, checkout: null, guests: 1, created_at: expect.stringMatching(/^\d{4}-/) },
          SEARCH,
        ],
      },
    });
  });

  it('§7.5 call 5: lists 25 by default, and honours the limit', async () => {
    const { id, token } = await newPerson();
    for (let n = 0; n < 27; n += 1) await call(FUNCTION, { ...SEARCH, destination: `Lieu ${n}` }, token);
    const count = async (query: string) => ((await call(`${FUNCTION}?userId=${id}${query}`, undefined, token)).body['searches'] as unknown[]).length;
    expect([await count(''), await count('&limit=3'), await count('&limit=100')]).toEqual([25, 3, 27]);
    expectErrorResponse(await call(`${FUNCTION}?userId=${id}&limit=0`, undefined, token), 400);
  });

  it('§6.2 user-searches: needs a valid user token and gives access to the user’s own searches only', async () => {
    const [lucie, paul] = await Promise.all([newPerson(), newPerson()]);
    expectErrorResponse(await call(`${FUNCTION}?userId=${paul.id}&limit=25`, undefined, lucie.token), 403);
    for (const token of [anonKey, 'nonsense', forged(lucie.token)]) {
      expectErrorResponse(await call(`${FUNCTION}?userId=${lucie.id}&limit=25`, undefined, token), 401);
      expectErrorResponse(await call(FUNCTION, SEARCH, token), 401);
    }
  });

  it('§5.3 call 4: rejects an empty destination, invalid dates and invalid numbers of guests', async () => {
    const { token } = await newPerson();
    for (const wrong of [{ destination: '' }, { checkin: '2031-02-30' }, { checkout: '2031-06-30' }, { guests: 0 }, { guests: 2.5 }]) {
      expectErrorResponse(await call(FUNCTION, { ...SEARCH, ...wrong }, token), 400);
    }
  });
});
