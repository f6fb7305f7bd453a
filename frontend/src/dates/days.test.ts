import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, isoDay, parseDay } from './days';

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
    expect(isoDay(addDays(new Date(2027, 2, 27, 23, 30), 2))).toBe('2027-03-29');
  });
});
