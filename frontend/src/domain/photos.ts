export const MIN_PHOTOS = 3;
export const MAX_PHOTOS = 8;
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;
/** What the backend takes. A phone that is asked for these turns its own format into JPEG. */
export const PHOTO_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

export type FileError = 'notImages' | 'unknownFormat' | 'tooLarge';
export type PhotoError = FileError | 'tooMany';

/** §5: what may come along comes along; the first thing that may not is told. */
export function addPhotos(
  present: readonly File[],
  chosen: readonly File[],
): { photos: File[]; error: PhotoError | undefined } {
  const fit = chosen.filter((file) => fileError(file) === undefined);
  const photos = [...present, ...fit].slice(0, MAX_PHOTOS);
  const tooMany = present.length + fit.length > MAX_PHOTOS ? 'tooMany' : undefined;
  return { photos, error: tooMany ?? chosen.map(fileError).find(Boolean) };
}

/** What the backend would refuse it for. */
export function fileError(file: File): FileError | undefined {
  if (!file.type.startsWith('image/')) return 'notImages';
  if (!PHOTO_TYPES.includes(file.type)) return 'unknownFormat';
  if (file.size >= MAX_PHOTO_BYTES) return 'tooLarge';
  return undefined;
}

/** Which photo is on its way when this share of all has gone out, from 1. */
export function photoUnderWay(photos: readonly File[], share: number): number {
  const total = photos.reduce((sum, { size }) => sum + size, 0);
  let gone = 0;
  const index = photos.findIndex(({ size }) => {
    gone += size;
    return gone > share * total;
  });
  return index === -1 ? photos.length : index + 1;
}
