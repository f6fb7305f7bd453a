import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Picture } from './Picture';

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
});
