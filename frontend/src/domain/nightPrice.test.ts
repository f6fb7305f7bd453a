import { expect, it } from 'vitest';
import { nightPrice } from './nightPrice';

it.each([
  { case: 'the hotel has this price', stated: 72, known: [72], price: { euros: 72, note: null } },
  { case: 'one of the rooms has this price', stated: 189, known: [159, 189], price: { euros: 189, note: null } },
  { case: 'the address differs', stated: 1, known: [72], price: { euros: 72, note: 'differs' } },
  { case: 'the address has no price', stated: null, known: [72], price: { euros: 72, note: null } },
  { case: 'the address says nothing or 0', stated: 0, known: [72], price: { euros: 72, note: null } },
  { case: 'the hotel has no price', stated: 80, known: [0], price: null },
  { case: 'neither has a price', stated: 0, known: [], price: null },
  { case: 'the hotel is unknown', stated: 80, known: [], price: { euros: 80, note: null } },
  { case: '§9.6 nobody names a price', stated: null, known: [], price: { euros: 45, note: 'default' } },
  { case: 'the hotels could not be read', stated: 80, known: null, price: { euros: 80, note: 'unverified' } },
] as const)('the price of a night: $case', ({ stated, known, price }) => expect(nightPrice(stated, known)).toEqual(price));
