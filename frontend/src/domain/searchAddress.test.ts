import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_DATES } from '@/dates/dateRange';
import { readDates } from './searchAddress';

const read = (query: string) => readDates(new URLSearchParams(query));

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-06-14T22:30:00Z') }));
afterEach(() => void vi.useRealTimers());

describe('§5.3 the dates of an address', () => {
  it('are from the current day in Corsica on', () => {
    expect(read('checkin=2027-06-15&checkout=2027-06-16')).toEqual({ arrival: '2027-06-15', departure: '2027-06-16' });
    expect(read('checkin=2027-06-14&checkout=2027-06-16')).toEqual(NO_DATES);
  });

  it('stand in their order, or half of them stays', () => {
    expect(read('checkin=2027-06-20&checkout=2027-06-20')).toEqual({ arrival: '2027-06-20', departure: null });
    expect(read('checkout=2027-06-20')).toEqual(NO_DATES);
    expect(read('checkin=2027-06-31')).toEqual(NO_DATES);
  });
});
