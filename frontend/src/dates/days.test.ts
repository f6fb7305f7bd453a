import { describe, expect, it } from 'vitest';
import { addDays, corsicanDay, daysBetween, parseDay } from './days';

describe('calendar days', () => {
  it.each(['2027-06-15', '2028-02-29'])('accepts %s', (day) => expect(parseDay(day)).toBe(day));

  it.each(['2027-02-29', '2027-06-31', '2027-13-01', '15/06/2027', '2027-06-15T10:00', ' 2027-06-15', '', null, undefined])(
    'rejects %j',
    (text) => expect(parseDay(text)).toBeNull(),
  );

  it('counts days across a change of clocks', () => {
    expect(daysBetween('2027-03-27', '2027-03-29')).toBe(2);
    expect(daysBetween('2027-03-29', '2027-03-27')).toBe(-2);
    expect(daysBetween('2027-03-29', '')).toBeNaN();
    expect(addDays('2027-03-27', 2)).toBe('2027-03-29');
    expect(addDays('2027-12-31', 1)).toBe('2028-01-01');
  });

  it.each([
    ['2027-06-30T21:59:59Z', '2027-06-30'],
    ['2027-06-30T22:00:00Z', '2027-07-01'],
    ['2027-12-31T22:59:59Z', '2027-12-31'],
    ['2027-12-31T23:00:00Z', '2028-01-01'],
  ])('at %s it is %s in Corsica', (moment, day) => expect(corsicanDay(new Date(moment))).toBe(day));
});
