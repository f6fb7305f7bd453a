import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_DATES, type DateRange } from '@/dates/dateRange';
import { DateRangeCalendar } from './DateRangeCalendar';

const closed = vi.fn();

function Calendar({ from = NO_DATES }: { from?: DateRange }) {
  const [range, setRange] = useState(from);
  return (
    <>
      <DateRangeCalendar value={range} onChange={setRange} onComplete={closed} />
      <output>{`${range.arrival ?? '-'} / ${range.departure ?? '-'}`}</output>
    </>
  );
}

const advance = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const day = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => fireEvent.click(day(name));
const chosen = () => screen.getByText(/ \/ /).textContent;

describe('§4 calendar', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2027-06-15T10:00:00') });
    closed.mockReset();
  });
  afterEach(() => vi.useRealTimers());

  it('§4.6, §4.7 calendar: the first click sets the arrival, a later one the departure', () => {
    render(<Calendar />);
    expect(screen.getByText("Choisissez votre date d'arrivée")).toBeInTheDocument();
    click('20 juin 2027');
    expect(chosen()).toBe('2027-06-20 / -');
    expect(screen.getByText('Choisissez votre date de départ')).toBeInTheDocument();
    click('25 juin 2027');
    expect(chosen()).toBe('2027-06-20 / 2027-06-25');
    expect(screen.getByText('Dates sélectionnées')).toBeInTheDocument();
    expect(screen.getByText('5 nuits')).toBeInTheDocument();
  });

  it('§4.8 calendar: a click before arrival restarts', () => {
    render(<Calendar />);
    click('20 juin 2027');
    click('18 juin 2027');
    expect(chosen()).toBe('2027-06-18 / -');
  });

  it('§4.8 calendar: a click on the arrival restarts with it', () => {
    render(<Calendar />);
    click('20 juin 2027');
    click('20 juin 2027');
    expect(chosen()).toBe('2027-06-20 / -');
  });

  it('§4.8 calendar: with both dates set a new click restarts', () => {
    render(<Calendar from={{ arrival: '2027-06-20', departure: '2027-06-25' }} />);
    click('28 juin 2027');
    expect(chosen()).toBe('2027-06-28 / -');
  });

  it('§4.7 calendar: it closes 500 ms after the second date, not before', () => {
    render(<Calendar />);
    click('20 juin 2027');
    advance(1000);
    expect(closed).not.toHaveBeenCalled();
    click('21 juin 2027');
    advance(499);
    expect(closed).not.toHaveBeenCalled();
    advance(1);
    expect(closed).toHaveBeenCalledOnce();
  });

  it('§4.8 calendar: a restart within the 500 ms keeps it open', () => {
    render(<Calendar />);
    click('20 juin 2027');
    click('21 juin 2027');
    click('23 juin 2027');
    advance(1000);
    expect(closed).not.toHaveBeenCalled();
  });

  it('§4.9 calendar: past days are disabled, today is not', () => {
    render(<Calendar />);
    expect(day('14 juin 2027')).toBeDisabled();
    expect(day('15 juin 2027')).toBeEnabled();
    expect(day('15 juin 2027')).toHaveAttribute('aria-current', 'date');
  });

  it('§4.9 calendar: the previous month is disabled at the current one', () => {
    render(<Calendar />);
    const previous = screen.getByRole('button', { name: 'Mois précédent' });
    expect(previous).toBeDisabled();
    fireEvent.click(screen.getByRole('button', { name: 'Mois suivant' }));
    expect(screen.getByRole('table', { name: 'août 2027' })).toBeInTheDocument();
    expect(previous).toBeEnabled();
    fireEvent.click(previous);
    expect(screen.getByRole('table', { name: 'juin 2027' })).toBeInTheDocument();
    expect(previous).toBeDisabled();
  });

  it('§4 calendar: Home and End go to the ends of the week, but not before today', () => {
    render(<Calendar from={{ arrival: '2027-06-24', departure: null }} />);
    const press = (key: string) => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      advance(50);
    };
    day('24 juin 2027').focus();
    press('End');
    expect(day('27 juin 2027')).toHaveFocus();
    press('Home');
    expect(day('21 juin 2027')).toHaveFocus();
    press('ArrowUp');
    press('Home');
    expect(day('15 juin 2027')).toHaveFocus();
  });

  it('§4 calendar: arrow keys walk the days and turn the page', () => {
    render(<Calendar from={{ arrival: '2027-07-31', departure: null }} />);
    const press = (name: string, key: string) => {
      fireEvent.keyDown(day(name), { key });
      advance(20);
    };
    act(() => day('31 juillet 2027').focus());
    press('31 juillet 2027', 'ArrowRight');
    expect(day('1 août 2027')).toHaveFocus();
    press('1 août 2027', 'ArrowDown');
    expect(day('8 août 2027')).toHaveFocus();
    press('8 août 2027', 'PageDown');
    expect(day('8 septembre 2027')).toHaveFocus();
  });
});
