import { describe, expect, it } from 'vitest';
import { weekend } from './weekend';

describe('§1.6 last minute: the coming weekend', () => {
  it.each([
    ['a Wednesday', '2027-06-02', '2027-06-04', '2027-06-06'],
    ['a Friday is its own', '2027-06-04', '2027-06-04', '2027-06-06'],
    ['a Saturday has missed it', '2027-06-05', '2027-06-11', '2027-06-13'],
    ['over the end of a year', '2027-12-30', '2027-12-31', '2028-01-02'],
  ])('%s', (_name, today, arrival, departure) => {
    expect(weekend(today)).toEqual({ arrival, departure });
  });

  it('the one after it', () => {
    expect(weekend('2027-06-02', 1)).toEqual({ arrival: '2027-06-11', departure: '2027-06-13' });
  });
});
