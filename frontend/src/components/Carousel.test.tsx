import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderComponent } from '@/testing/render';
import { Carousel } from './Carousel';

const WIDTH = 2000;
const SHOWN = 400;
const arrow = (side: string) => screen.getByRole('button', { name: `Faire défiler vers la ${side}` });

describe('§9.25 carousel: within 10 px of an end, the arrow towards it is disabled', () => {
  it.each([
    [0, false, true],
    [10, false, true],
    [11, true, true],
    [1589, true, true],
    [1590, true, false],
    [1600, true, false],
  ])('scrolled by %i px: left arrow enabled %s, right arrow enabled %s', async (left, before, after) => {
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(WIDTH);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(SHOWN);
    vi.spyOn(Element.prototype, 'scrollLeft', 'get').mockReturnValue(left);
    renderComponent(<Carousel label="Photos">{'une photo'}</Carousel>);
    fireEvent.scroll(await screen.findByRole('list', { name: 'Photos' }));
    expect([!arrow('gauche').matches(':disabled'), !arrow('droite').matches(':disabled')]).toEqual([before, after]);
  });
});
