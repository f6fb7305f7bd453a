import type { Hotel } from '@/api/hotels';

/**
 * The photo of each hotel of a list, by id: its first photo that no hotel before it uses, so that cards differ; its
 * first photo if all are used.
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
