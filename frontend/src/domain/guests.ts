/** The choices for the number of guests, with the values in addresses. */
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
