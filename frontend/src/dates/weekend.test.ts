import { describe, expect, it } from 'vitest';
import { weekend } from './weekend';

describe('§1.6 last minute: the coming weekend', () => {
  it.each([
    ['a Wednesday', new Date(2027, 5, 2), '2027-06-04', '2027-06-06'],
    ['a Friday is its own', new Date(2027, 5, 4, 23, 59), '2027-06-04', '2027-06-06'],
    ['a Saturday has missed it', new Date(2027, 5, 5), '2027-06-11', '2027-06-13'],
    ['over the end of a year', new Date(2027, 11, 30), '2027-12-31', '2028-01-02'],
  ])('%s', (_name, today, arrival, departure) => {
    expect(weekend(today)).toEqual({ arrival, departure });
  });

  it('the one after it', () => {
    expect(weekend(new Date(2027, 5, 2), 1)).toEqual({ arrival: '2027-06-11', departure: '2027-06-13' });
  });
});
