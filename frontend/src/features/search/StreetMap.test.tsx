import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Config from '@/api/config';
import { setConsent } from '@/consent/consent';
import { TOWNS } from '@/geography/towns';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderRoutes } from '@/testing/render';
import './ResultsMap';
import { Component as SearchPage } from './SearchPage';

const STYLE = 'https://tiles.example/style.json';

/** MapLibre's part that the map uses: jsdom has no WebGL. */
class FakeMap {
  static made: FakeMap[] = [];
  static supported = true;
  readonly handlers = new Map<string, () => void>();
  readonly jumpTo = vi.fn();
  readonly remove = vi.fn();
  readonly getCanvas = () => document.createElement('canvas');
  constructor(readonly options: { style: string; center: [number, number]; interactive: boolean }) {
    if (!FakeMap.supported) throw new Error('No WebGL');
    FakeMap.made.push(this);
  }
  on(event: string, handler: () => void) {
    this.handlers.set(event, handler);
  }
  emit(event: string) {
    act(() => this.handlers.get(event)?.());
  }
}
vi.mock('maplibre-gl', () => ({ Map: FakeMap, setWorkerUrl: () => {} }));
const config = vi.hoisted(() => ({ mapStyleUrl: '' }));
vi.mock('@/api/config', async (original) => ({
  ...(await original<typeof Config>()),
  backendConfig: () => ({ url: '', anonKey: 'key', ...config }),
}));

beforeAll(() => i18next.loadNamespaces(['search-map', 'search', 'consent']));
beforeEach(() => {
  localStorage.clear();
  FakeMap.made = [];
  FakeMap.supported = true;
  config.mapStyleUrl = STYLE;
});

async function show() {
  const row = hotelRow({ id: 1, name: 'Auberge du Port', city: 'Calvi', ...TOWNS.Calvi });
  backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json([row])));
  const view = renderRoutes([{ path: '/search', element: <SearchPage /> }, { path: '*', element: null }], '/search?view=map');
  const map = await screen.findByRole('region', { name: 'Carte des hébergements' });
  await screen.findByRole('button', { name: /^Auberge du Port,/ });
  return { ...view, isDrawn: () => map.querySelector('svg g path') !== null };
}

describe('§2.39 search: the street map', () => {
  it('§2.39 map: is not offered without a source of tiles', async () => {
    config.mapStyleUrl = '';
    setConsent('streetMap', true);
    const { isDrawn } = await show();
    expect(screen.queryByRole('button', { name: 'Afficher la carte interactive' })).not.toBeInTheDocument();
    expect(isDrawn()).toBe(true);
    expect(FakeMap.made).toEqual([]);
  });

  it('§2.39 map: loads after the consent, replaces the drawing when it is ready, and goes with the consent', async () => {
    const { user, isDrawn } = await show();
    expect(FakeMap.made).toEqual([]);
    expect(await screen.findByText(/tiles\.example/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Afficher la carte interactive' }));
    await waitFor(() => expect(FakeMap.made).toHaveLength(1));
    const [streets] = FakeMap.made;
    expect(streets?.options).toMatchObject({ style: STYLE, interactive: false });
    expect(streets?.options.center[0]).toBeCloseTo(TOWNS.Calvi.longitude, 5);
    expect(isDrawn()).toBe(true);
    streets?.emit('load');
    expect(isDrawn()).toBe(false);

    await user.click(screen.getByRole('button', { name: 'Agrandir la carte' }));
    expect(streets?.jumpTo).toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: "Ne plus l'afficher" }));
    expect(streets?.remove).toHaveBeenCalled();
    expect(isDrawn()).toBe(true);
  });

  it.each(['style', 'webgl'])('§2.39 map: the drawing stays if the %s is missing, and a message says so', async (missing) => {
    FakeMap.supported = missing !== 'webgl';
    setConsent('streetMap', true);
    const { isDrawn } = await show();
    if (missing === 'style') {
      await waitFor(() => expect(FakeMap.made).toHaveLength(1));
      FakeMap.made[0]?.emit('error');
    }
    expect(await screen.findByText('Le plan des rues ne répond pas : voici la carte dessinée.')).toBeVisible();
    expect(isDrawn()).toBe(true);
  });

  it('§2.39 map: a tile that fails later does not remove the streets', async () => {
    setConsent('streetMap', true);
    const { isDrawn } = await show();
    await waitFor(() => expect(FakeMap.made).toHaveLength(1));
    FakeMap.made[0]?.emit('load');
    FakeMap.made[0]?.emit('error');
    expect(isDrawn()).toBe(false);
  });
});
