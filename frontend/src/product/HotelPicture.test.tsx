import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { resolveAssetUrl } from '@/api/config';
import { renderComponent } from '@/testing/render';
import { HotelPicture } from './HotelPicture';

const PHOTO = resolveAssetUrl('/storage/v1/object/public/hotel-images/hotels/3/terrace.webp');
const show = (src: string) => renderComponent(<HotelPicture src={src} alt="Terrasse" ratio={4 / 3} sizes="240px" />);
const picture = () => screen.getByRole('img', { name: 'Terrasse' });

describe('the picture of an establishment', () => {
  it('a photo of the storage is offered in several widths, with its shape', () => {
    show(PHOTO);
    expect(picture()).toHaveAttribute('src', PHOTO);
    expect(picture().getAttribute('srcset')).toMatch(/terrace\.webp\?width=480 480w,.* 2000w$/);
    expect(picture()).toHaveAttribute('sizes', '240px');
    expect([picture().getAttribute('width'), picture().getAttribute('height')]).toEqual(['1200', '900']);
  });

  it('a drawing in the bucket is loaded from the site, which has its variants', () => {
    show(resolveAssetUrl('/storage/v1/object/public/hotel-images/beach-3.webp'));
    expect(picture().getAttribute('srcset')).toMatch(/^\/pictures\/beach-3-\w+-480\.webp 480w/);
  });

  it('a picture of another host is loaded as it is', () => {
    show('https://elsewhere.example/terrace.jpg');
    expect(picture()).toHaveAttribute('src', 'https://elsewhere.example/terrace.jpg');
    expect(picture()).not.toHaveAttribute('srcset');
  });

  it('is loaded whole if the storage does not resize it, and is the logo if it cannot be loaded at all', () => {
    show(PHOTO);
    fireEvent.error(picture());
    expect(picture()).toHaveAttribute('src', PHOTO);
    expect(picture()).not.toHaveAttribute('srcset');
    fireEvent.error(picture());
    expect(picture().tagName).toBe('SPAN');
  });
});
