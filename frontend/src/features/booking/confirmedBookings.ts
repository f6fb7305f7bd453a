import * as v from 'valibot';
import { BOARDS } from '@/domain/stayTerms';
import { sessionStore } from '@/browser/storage';

const KEY = 'confirmed_bookings';

const Common = {
  confirmation: v.string(),
  bookedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The hotel or the car. */
  name: v.string(),
  total: v.number(),
};
const ConfirmedStay = v.object({
  ...Common,
  kind: v.literal('stay'),
  location: v.string(),
  checkin: v.string(),
  checkout: v.string(),
  nights: v.number(),
  party: v.object({ kind: v.picklist(['adults', 'guests', 'orMore']), count: v.number() }),
  roomType: v.string(),
  /** With `terms`, missing in bookings of an earlier version of the site. */
  pricePerNight: v.optional(v.number()),
  terms: v.optional(
    v.object({
      cancellationHours: v.number(),
      board: v.nullable(v.picklist(BOARDS)),
      capacity: v.nullable(v.number()),
      usualPrice: v.nullable(v.number()),
    }),
  ),
});
const ConfirmedRental = v.object({
  ...Common,
  kind: v.literal('car'),
  carId: v.number(),
  pickupDate: v.string(),
  pickupTime: v.string(),
  returnDate: v.string(),
  returnTime: v.string(),
  days: v.number(),
});
const ConfirmedBooking = v.variant('kind', [ConfirmedStay, ConfirmedRental]);
export type ConfirmedStay = v.InferOutput<typeof ConfirmedStay>;
export type ConfirmedRental = v.InferOutput<typeof ConfirmedRental>;
export type ConfirmedBooking = v.InferOutput<typeof ConfirmedBooking>;

/** What is booked, without the confirmation. */
type Booked<Kind extends ConfirmedBooking> = Omit<Kind, 'confirmation' | 'bookedAt'>;

/** Keeps a paid booking for the session, and returns it. */
export function keepBooking(booked: Booked<ConfirmedStay> | Booked<ConfirmedRental>, confirmation: string): ConfirmedBooking {
  const booking: ConfirmedBooking = { ...booked, confirmation, bookedAt: new Date().toISOString() };
  sessionStore.set(KEY, JSON.stringify([...keptBookings(), booking]));
  return booking;
}

/** The booking with this code, if it was paid in this session. */
export function keptBooking(confirmation: string): ConfirmedBooking | undefined {
  return keptBookings().find((booking) => booking.confirmation === confirmation);
}

/** A booking of this session for the same hotel, room and dates. */
export function sameStay({ hotel, ...stay }: { readonly hotel: string } & Pick<ConfirmedStay, 'checkin' | 'checkout' | 'roomType'>) {
  return keptBookings().find(
    (booking) =>
      booking.kind === 'stay' &&
      booking.name === hotel &&
      booking.checkin === stay.checkin &&
      booking.checkout === stay.checkout &&
      booking.roomType === stay.roomType,
  );
}

/** A booking of this session for the same car and times. */
export function sameRental(rental: Omit<Booked<ConfirmedRental>, 'kind' | 'name' | 'total' | 'days'>) {
  return keptBookings().find(
    (booking) =>
      booking.kind === 'car' &&
      booking.carId === rental.carId &&
      booking.pickupDate === rental.pickupDate &&
      booking.pickupTime === rental.pickupTime &&
      booking.returnDate === rental.returnDate &&
      booking.returnTime === rental.returnTime,
  );
}

/** The address of a booking's receipt, with the parameters of the specification. */
export function receiptAddress({ confirmation, name, total, kind }: ConfirmedBooking): string {
  const query = new URLSearchParams({ confirmation, hotel: name, total: String(total) });
  if (kind === 'car') query.set('type', kind);
  return `/booking-success?${query.toString()}`;
}

function keptBookings(): readonly ConfirmedBooking[] {
  const stored = sessionStore.get(KEY);
  if (stored === null) return [];
  try {
    return v.parse(v.array(ConfirmedBooking), JSON.parse(stored));
  } catch {
    return [];
  }
}
