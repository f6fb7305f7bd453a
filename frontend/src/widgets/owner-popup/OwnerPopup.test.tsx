import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderRoutes } from '@/testing/render';
import { OwnerPopupHost } from './OwnerPopupHost';

const page = (
  <>
    <div id="narrow" data-section="owner-premium" hidden />
    <div id="wide" data-section="owner-premium" />
    <OwnerPopupHost />
  </>
);
const routes = [
  { path: '/', element: page },
  { path: '/search', element: page },
];
const VISITED = 'has_visited_homepage';
const popup = () => screen.findByRole('dialog', { name: 'Programme Owner' });
const ask = () =>
  act(() => {
    window.dispatchEvent(new Event('openOwnerPopup'));
  });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

afterEach(async () => {
  vi.restoreAllMocks();
  // Runs the animation frame that a click has scheduled, before the next test starts.
  await new Promise(requestAnimationFrame);
});

describe('§2.33 owner popup', () => {
  it('opens on the first visit to the home page, and remembers it', async () => {
    const first = renderRoutes(routes);
    expect(await popup()).toBeVisible();
    expect(localStorage.getItem(VISITED)).toBe('true');
    first.unmount();
    renderRoutes(routes);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('stays closed on other pages until its event', async () => {
    renderRoutes(routes, '/search');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(localStorage.getItem(VISITED)).toBeNull();
    ask();
    expect(await popup()).toBeVisible();
  });

  it.each(['Fermer', 'Plus tard', 'Découvrir'])('%s closes it', async (name) => {
    const { user } = renderRoutes(routes, '/search');
    ask();
    await user.click(within(await popup()).getByRole('button', { name }));
    await gone();
    ask();
    expect(await popup()).toBeVisible();
  });

  it("'Découvrir' goes to the invitation that the page shows", async () => {
    const scrolled: string[] = [];
    vi.spyOn(HTMLElement.prototype, 'getClientRects').mockImplementation(function rects(this: HTMLElement) {
      return Object.assign([], { length: this.hidden ? 0 : 1, item: () => null });
    });
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function go(this: Element) {
      scrolled.push(this.id);
    });
    const { user } = renderRoutes(routes, '/search');
    ask();
    await user.click(within(await popup()).getByRole('button', { name: 'Plus tard' }));
    await gone();
    expect(scrolled).toEqual([]);
    ask();
    await user.click(within(await popup()).getByRole('button', { name: 'Découvrir' }));
    await waitFor(() => expect(scrolled).toEqual(['wide']));
  });

  it('§1.5 promises up to 10 % off, early access to offers, help around the clock and offers of the month', async () => {
    renderRoutes(routes);
    const benefits = within(within(await popup()).getByRole('list')).getAllByRole('listitem');
    expect(benefits.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
      "Jusqu'à 10 % de réduction sur vos séjours",
      'Un accès prioritaire aux meilleures offres',
      'Des offres exclusives chaque mois',
      'Une équipe à votre écoute 24 h/24, 7 j/7',
    ]);
  });
});
