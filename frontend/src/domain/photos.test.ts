import { describe, expect, it } from 'vitest';
import { addPhotos, MAX_PHOTOS, photoUnderWay } from './photos';

const file = (size: number, type = 'image/png') => new File([new Uint8Array(size)], 'a.png', { type });

describe('§5.19 photos', () => {
  it('what may come along comes along, and the rest is told', () => {
    const { photos, error } = addPhotos([file(1)], [file(1, 'text/html'), file(2), file(3)]);
    expect(photos.map(({ size }) => size)).toEqual([1, 2, 3]);
    expect(error).toBe('notImages');
  });

  it('an image that nobody shows is not called no image', () => {
    expect(addPhotos([], [file(1, 'image/tiff')])).toEqual({ photos: [], error: 'unknownFormat' });
  });

  it('the first eight stay', () => {
    const nine = Array.from({ length: MAX_PHOTOS + 1 }, (_, index) => file(index + 1));
    const { photos, error } = addPhotos([], nine);
    expect(photos).toEqual(nine.slice(0, MAX_PHOTOS));
    expect(error).toBe('tooMany');
  });

  it('tells which photo is under way by what has gone out', () => {
    const photos = [file(100), file(300), file(100)];
    expect([0, 0.1, 0.2, 0.5, 0.79, 0.81, 1].map((share) => photoUnderWay(photos, share))).toEqual([1, 1, 2, 2, 2, 3, 3]);
  });
});
