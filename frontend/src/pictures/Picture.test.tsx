import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Picture } from './Picture';

const widthsIn = (srcset: string | null | undefined) => [...(srcset ?? '').matchAll(/ (\d+)w/g)].map(([, width]) => Number(width));

describe('pictures', () => {
  it('of a card come at 1200 px on a wide screen alone', () => {
    const { container } = render(<Picture name="harbour-2" alt="" sizes="588px" />);
    const [wide, phone] = container.querySelectorAll('source');
    expect(wide).toHaveAttribute('media', '(min-width: 768px)');
    expect(widthsIn(wide?.srcset)).toEqual([480, 800, 1200]);
    expect(phone).not.toHaveAttribute('media');
    expect(widthsIn(phone?.srcset)).toEqual([480, 800]);
    expect(widthsIn(container.querySelector('img')?.srcset)).toEqual([480, 800]);
  });

  it('that open a page come as wide as it', () => {
    const { container } = render(<Picture name="resort-2" alt="" sizes="100vw" />);
    const sources = [...container.querySelectorAll('source')];
    expect(sources).toHaveLength(1);
    expect(widthsIn(sources[0]?.srcset)).toEqual([480, 800, 1600]);
  });
});
