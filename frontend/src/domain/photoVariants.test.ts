import { expect, it } from 'vitest';
import { resolveAssetUrl } from '@/api/config';
import { photoVariants } from './photoVariants';

const PHOTO = 'hotel-images/hotels/3/6f1f2e0a-2d4b-4f0e-9d5c-0a1b2c3d4e5f.webp';

it('a photo of the storage has the widths that the storage resizes to, and its own', () => {
  const address = resolveAssetUrl(`/storage/v1/object/public/${PHOTO}`);
  const resized = resolveAssetUrl(`/storage/v1/render/image/public/${PHOTO}`);
  expect(photoVariants(address)?.split(', ')).toEqual([
    `${resized}?width=480 480w`,
    `${resized}?width=800 800w`,
    `${resized}?width=1200 1200w`,
    `${resized}?width=1600 1600w`,
    `${address} 2000w`,
  ]);
});

it.each([
  'https://elsewhere.example/terrace.jpg',
  `https://elsewhere.example/storage/v1/object/public/${PHOTO}`,
  resolveAssetUrl('/storage/v1/object/sign/host-applications/1/0.webp?token=x'),
  'blob:https://isula.example/1',
])('%s has none', (address) => expect(photoVariants(address)).toBeUndefined());
