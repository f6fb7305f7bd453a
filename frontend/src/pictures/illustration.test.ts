import { describe, expect, it } from 'vitest';
import { drawingAt, isIllustration, pictureContext, picturesContext } from './illustration';
import { pictureAddress } from './manifest';

const DRAWN = '/storage/v1/object/public/hotel-images/beach-3.webp';
const UPLOADED = '/storage/v1/object/public/hotel-images/hotels/3/6f1f2e0a-2d4b-4f0e-9d5c-0a1b2c3d4e5f.webp';

describe('a picture is an illustration', () => {
  it('if it is a drawing of the site, on the site or in the bucket of the backend', () => {
    expect(isIllustration(pictureAddress('beach-3'))).toBe(true);
    expect(drawingAt(DRAWN)).toBe('beach-3');
    expect(isIllustration(`https://api.example.org${DRAWN}`)).toBe(true);
  });

  it('never if it was uploaded', () => {
    expect(isIllustration(UPLOADED)).toBe(false);
    expect(isIllustration('/storage/v1/object/public/hotel-images/terrasse.webp')).toBe(false);
    expect(isIllustration('https://example.org/beach-3.webp')).toBe(false);
  });

  it('and texts about several say photos, illustrations or, of both, images', () => {
    expect(pictureContext(UPLOADED)).toEqual({});
    expect(picturesContext([UPLOADED])).toEqual({});
    expect(picturesContext([DRAWN, DRAWN])).toEqual({ context: 'illustration' });
    expect(picturesContext([UPLOADED, DRAWN])).toEqual({ context: 'mixed' });
  });
});
