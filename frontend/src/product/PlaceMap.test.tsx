import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOWNS } from '@/geography/towns';
import { renderComponent } from '@/testing/render';
import { PlaceMap } from './PlaceMap';

/** The images that were requested. They load when the test dispatches `load`. */
let requested: EventTarget[];

beforeEach(() => {
  requested = [];
  vi.stubGlobal(
    'Image',
    class extends EventTarget {
      constructor() {
        super();
        requested.push(this);
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function show(position: (typeof TOWNS)['Calvi'] | null = TOWNS.Calvi) {
  const { container } = renderComponent(<PlaceMap place="Quai Landry, Calvi" position={position} />);
  const frame = await screen.findByTitle('Carte : Quai Landry, Calvi');
  return { frame, pin: container.querySelector('circle[r="7"]'), drawing: screen.getByText('Quai Landry, Calvi').parentElement };
}

describe('§2.43 hotel detail: the map', () => {
  it('requests the map of the place and marks the place on the drawing meanwhile', async () => {
    const { frame, pin, drawing } = await show();
    expect(new URL(frame.getAttribute('src') ?? '').searchParams.get('q')).toBe('Quai Landry, Calvi, Corse');
    expect(frame).toHaveAttribute('inert');
    expect(frame).not.toHaveClass('reached');
    expect(Number(pin?.getAttribute('cx'))).toBeCloseTo(38.1, 0);
    expect(Number(pin?.getAttribute('cy'))).toBeCloseTo(96.5, 0);
    expect(drawing).toHaveAttribute('aria-hidden', 'false');
  });

  it('keeps the drawing if the frame shows the browser’s error page', async () => {
    const { frame } = await show();
    fireEvent.load(frame);
    expect(requested).toHaveLength(1);
    expect(frame).not.toHaveClass('reached');
    expect(frame).toHaveAttribute('inert');
  });

  it('shows the map once its host is reachable', async () => {
    const { frame, drawing } = await show();
    fireEvent.load(frame);
    act(() => {
      requested[0]?.dispatchEvent(new Event('load'));
    });
    expect(frame).toHaveClass('reached');
    expect(frame).not.toHaveAttribute('inert');
    expect(drawing).toHaveAttribute('aria-hidden', 'true');
  });

  it('shows no pin without a position', async () => {
    expect((await show(null)).pin).toBeNull();
  });
});
