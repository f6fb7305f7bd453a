/** The choices for the number of guests, with the values in addresses. §2: the first one is for two adults. */
export const GUEST_CHOICES = [
  { value: '1', key: 'one' },
  { value: '2', key: 'two' },
  { value: '3', key: 'three' },
  { value: '4', key: 'four' },
  { value: '5+', key: 'fiveOrMore' },
] as const;

export type Guests = (typeof GUEST_CHOICES)[number]['value'];
export const DEFAULT_GUESTS: Guests = '1';

export function isGuests(value: string | null | undefined): value is Guests {
  return GUEST_CHOICES.some((choice) => choice.value === value);
}

/** The number of guests to send to the backend; 1 for an invalid value. */
export function guestCount(value: string | null | undefined): number {
  const count = Number.parseInt(value ?? '', 10);
  return Number.isNaN(count) || count < 1 ? 1 : count;
}

/** The people of a stay, as the pages show them (`usePartyText`). */
export interface Party {
  /** `adults`: the search's first choice. `orMore`: the count is the least number of guests. */
  readonly kind: 'adults' | 'guests' | 'orMore';
  readonly count: number;
}

const TWO_ADULTS: Party = { kind: 'adults', count: 2 };
const MANY = 5;

/** The people that a choice of the search means, by its value in addresses: `1` is two adults, `5+` five or more. */
export function partyOf(value: string): Party {
  const count = guestCount(value);
  if (count === 1) return TWO_ADULTS;
  return { kind: value.trim().endsWith('+') ? 'orMore' : 'guests', count };
}

/** The people of a saved search. The backend stores whole numbers, so that `5+` comes back as 5. */
export function partyOfSavedSearch(guests: number): Party {
  return partyOf(guests < MANY ? String(guests) : `${MANY}+`);
}

/** The people of a resort's panel, whose choices count heads from 1 on. */
export function partyOfHeads(count: number): Party {
  return { kind: 'guests', count };
}
