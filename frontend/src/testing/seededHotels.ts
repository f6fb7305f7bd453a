/** A hotel in the seed files of the database. */
interface SeededHotel {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly location: string;
  readonly description: string;
  readonly property_type: string;
  readonly price_per_night: number;
  readonly max_guests?: number;
  readonly amenities: readonly string[];
  readonly images: readonly string[];
  /** The ratings of its reviews, from 1 to 5. */
  readonly ratings: readonly number[];
}

const files = import.meta.glob<SeededHotel[]>('../../../schema/seed/hotels/*.json', { eager: true, import: 'default' });

/** The hotels that the database is seeded with, by id. */
export const SEEDED_HOTELS: ReadonlyMap<number, SeededHotel> = new Map(
  Object.values(files).flatMap((hotels) => hotels.map((hotel) => [hotel.id, hotel])),
);
