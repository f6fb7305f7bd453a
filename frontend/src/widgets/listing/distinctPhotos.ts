import type { Hotel } from '@/api/hotels';

/**
 * The picture of each establishment in a list: its first that no other before it shows, so that no two cards look alike
 * while there is a choice; else its first.
 */
export function distinctPhotos(hotels: readonly Pick<Hotel, 'id' | 'images'>[]): ReadonlyMap<number, string | undefined> {
  const shown = new Set<string>();
  return new Map(
    hotels.map(({ id, images }) => {
      const photo = images.find((image) => !shown.has(image)) ?? images[0];
      if (photo) shown.add(photo);
      return [id, photo];
    }),
  );
}
