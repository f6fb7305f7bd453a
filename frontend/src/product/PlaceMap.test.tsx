import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONSENT_KEY, setConsent } from '@/consent/consent';
import { TOWNS } from '@/geography/towns';
import { renderComponent } from '@/testing/render';
import { PlaceMap } from './PlaceMap';

/** The images that were requested. They load when the test dispatches `load`. */
let requested: EventTarget[];

beforeEach(() => {
  localStorage.clear();
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
  setConsent('googleMaps', true);
  const { container } = renderComponent(<PlaceMap place="Quai Landry, Calvi" position={position} />);
  const frame = await screen.findByTitle('Carte : Quai Landry, Calvi');
  return { frame, pin: container.querySelector('circle[r="7"]'), drawing: screen.getByText('Quai Landry, Calvi').parentElement };
}

describe('§2.43 hotel detail: the map', () => {
  it('loads nothing from its host before the person consents, remembers the consent, and unloads after a withdrawal', async () => {
    const { user } = renderComponent(<PlaceMap place="Quai Landry, Calvi" position={TOWNS.Calvi} />);
    const button = await screen.findByRole('button', { name: 'Afficher la carte interactive' });
    expect(screen.getByText(/vous lui transmettez votre adresse IP/)).toHaveTextContent('Google Maps');
    expect(screen.queryByTitle(/Carte/)).not.toBeInTheDocument();
    expect(requested).toEqual([]);

    await user.click(button);
    expect(await screen.findByTitle('Carte : Quai Landry, Calvi')).toBeInTheDocument();
    expect(localStorage.getItem(CONSENT_KEY)).toBe('{"googleMaps":true}');
    expect(button).toHaveFocus();
    expect(button).toHaveAccessibleName("Ne plus l'afficher");

    await user.click(button);
    expect(screen.queryByTitle(/Carte/)).not.toBeInTheDocument();
    expect(screen.getByText('Quai Landry, Calvi').parentElement).toHaveAttribute('aria-hidden', 'false');
  });

  it('requests the map of the place and marks the place on the drawing meanwhile', async () => {
    const { frame, pin, drawing } = await show();
    expect(new URL(frame.getAttribute('src') ?? '').searchParams.get('q')).toBe('Quai Landry, Calvi, Corse');
    expect(frame).toHaveAttribute('inert');
    expect(frame).not.toHaveClass('reached');
    expect(Number(pin?.getAttribute('cx'))).toBeCloseTo(38.1, 0);
    expect(Number(pin?.getAttribute('cy'))).toBeCloseTo(97.4, 0);
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
