export const MIN_PHOTOS = 3;
export const MAX_PHOTOS = 8;
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;
/**
 * The types that the backend accepts. As a file input's `accept`, they make phones convert their own format to JPEG.
 */
export const PHOTO_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

export type FileError = 'notImages' | 'unknownFormat' | 'tooLarge';
export type PhotoError = FileError | 'tooMany';

/** §5: adds the valid files, up to the maximum, and returns the first error. */
export function addPhotos(
  present: readonly File[],
  chosen: readonly File[],
): { photos: File[]; error: PhotoError | undefined } {
  const fit = chosen.filter((file) => fileError(file) === undefined);
  const photos = [...present, ...fit].slice(0, MAX_PHOTOS);
  const tooMany = present.length + fit.length > MAX_PHOTOS ? 'tooMany' : undefined;
  return { photos, error: tooMany ?? chosen.map(fileError).find(Boolean) };
}

/** The reason for which the backend would reject the file. */
export function fileError(file: File): FileError | undefined {
  if (!file.type.startsWith('image/')) return 'notImages';
  if (!PHOTO_TYPES.includes(file.type)) return 'unknownFormat';
  if (file.size >= MAX_PHOTO_BYTES) return 'tooLarge';
  return undefined;
}

/** The number of the photo in transfer, from 1, when `share` of all bytes has been sent. */
export function photoUnderWay(photos: readonly File[], share: number): number {
  const total = photos.reduce((sum, { size }) => sum + size, 0);
  let gone = 0;
  const index = photos.findIndex(({ size }) => {
    gone += size;
    return gone > share * total;
  });
  return index === -1 ? photos.length : index + 1;
}
