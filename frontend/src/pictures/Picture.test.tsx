import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PICTURES, pictureAddress, pictureAt, type PictureName } from './manifest';
import { Picture } from './Picture';

const files = new Set(Object.keys(import.meta.glob('/public/pictures/*')));
const names = Object.keys(PICTURES).filter((name): name is PictureName => name in PICTURES);
const widthsIn = (srcset: string | null | undefined) => [...(srcset ?? '').matchAll(/ (\d+)w/g)].map(([, width]) => Number(width));

describe('Picture', () => {
  it('offers the 1200 px variant of a card to wide screens only', () => {
    const { container } = render(<Picture name="harbour-2" alt="" sizes="588px" />);
    const [wide, phone] = container.querySelectorAll('source');
    expect(wide).toHaveAttribute('media', '(min-width: 768px)');
    expect(widthsIn(wide?.srcset)).toEqual([480, 800, 1200]);
    expect(phone).not.toHaveAttribute('media');
    expect(widthsIn(phone?.srcset)).toEqual([480, 800]);
    expect(widthsIn(container.querySelector('img')?.srcset)).toEqual([480, 800]);
  });

  it('offers a cover up to the width of a page', () => {
    const { container } = render(<Picture name="resort-2" alt="" sizes="100vw" />);
    const sources = [...container.querySelectorAll('source')];
    expect(sources).toHaveLength(1);
    expect(widthsIn(sources[0]?.srcset)).toEqual([480, 800, 1600]);
  });

  it.each(names)('every address of %s has a file', (name) => {
    const { container } = render(<Picture name={name} alt="" sizes="100vw" />);
    const offered = [...container.querySelectorAll<HTMLImageElement | HTMLSourceElement>('[srcset]')].flatMap(({ srcset }) =>
      srcset.split(', ').map((candidate) => candidate.split(' ')[0] ?? ''),
    );
    const addresses = [...offered, container.querySelector('img')?.getAttribute('src') ?? '', pictureAddress(name)];
    expect(addresses.filter((address) => !files.has(`/public${address}`))).toEqual([]);
    expect(pictureAt(pictureAddress(name))).toBe(name);
  });

  it('knows its own addresses only', () => {
    expect(pictureAt('/storage/v1/object/public/hotel-images/camp-1.webp')).toBeNull();
    expect(pictureAt('/pictures/toString-00000000-800.webp')).toBeNull();
  });
});
