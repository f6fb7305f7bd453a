/** The page of a hotel, by its id in the database or the slug of a built-in hotel. */
export function hotelAddress(id: number | string): string {
  return `/hotel-detail?${new URLSearchParams({ id: String(id) }).toString()}`;
}
