import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { beforeAll, describe, expect, it } from 'vitest';
import { findDestination } from '@/geography/destinations';
import i18next from '@/i18n';
import { Footer } from '@/layout/Footer';
import { renderComponent, renderRoutes } from '@/testing/render';
import { PAGES } from './pages';

type Load = () => Promise<{ Component: ComponentType }>;

const guides: Load = () => import('@/features/guides/GuidePage');
const legal: Load = () => import('@/features/legal/LegalPage');
const FOOTER_PAGES: readonly (readonly [path: string, load: Load, heading: string])[] = [
  ['/a-propos', () => import('@/features/about/AboutPage'), 'Une seule île, regardée de près'],
  ['/aide', () => import('@/features/help/HelpPage'), "Centre d'aide"],
  ['/contact', () => import('@/features/contact/ContactPage'), 'Contact'],
  ['/mentions-legales', legal, 'Mentions légales'],
  ['/conditions-generales', legal, 'Conditions générales'],
  ['/confidentialite', legal, 'Confidentialité'],
  ['/cookies', () => import('@/features/legal/CookiesPage'), 'Cookies et stockage local'],
  ['/blog/plages', guides, 'Les plus belles plages de Corse'],
  ['/blog/villages', guides, 'Villages perchés de Corse'],
  ['/blog/randonnees', guides, 'Randonnées et GR20'],
  ['/blog/gastronomie', guides, 'À la table des Corses'],
];
const NAMESPACES = [
  'about', 'article', 'contact', 'cookies', 'guide-beaches', 'guide-gr20', 'guide-table', 'guide-villages', 'help',
  'legal-notice', 'listing', 'not-found', 'privacy', 'terms',
];
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], { query: '?raw', import: 'default', eager: true });
/** Names of entries in the browser's storage, as the sources define them. */
const STORAGE_KEY = /^(?:export )?const \w*KEY = '(\w+)';$/gm;

beforeAll(() => i18next.loadNamespaces(NAMESPACES));

async function show(path: string, load: Load) {
  const { Component } = await load();
  const view = renderRoutes([{ path: '*', element: <Component /> }], path);
  await screen.findByRole('heading', { level: 1 });
  return view;
}

describe('§2.14 the footer', () => {
  it('leads to pages that exist', async () => {
    renderComponent(<Footer />);
    const links = await screen.findAllByRole('link');
    const paths = links.map((link) => new URL(link.getAttribute('href') ?? '', 'http://site').pathname);
    const known = new Set<string>(PAGES.map(({ path }) => `/${path}`));
    expect(paths.filter((path) => !known.has(path))).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(FOOTER_PAGES.map(([path]) => path)));
  });
});

describe('§2.14 the pages of the footer', () => {
  it.each(FOOTER_PAGES)('%s has one title, a description of its own, and its links lead to pages', async (path, load, heading) => {
    const { container } = await show(path, load);
    expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([heading]);
    expect(document.title).toMatch(/.+ · Isula$/);
    const description = document.head.querySelector('meta[name="description"]')?.getAttribute('content');
    expect(description).not.toBe(i18next.t('description'));
    const known = new Set<string>(PAGES.map(({ path: page }) => `/${page}`));
    const targets = [...container.querySelectorAll('a[href^="/"]')].map((link) => new URL(link.getAttribute('href') ?? '', 'http://site').pathname);
    expect(targets.filter((target) => target !== path && !known.has(target))).toEqual([]);
    expect(container.textContent).not.toMatch(/undefined|\{\{/);
  });

  it('have titles and descriptions that differ', async () => {
    const seen = new Set<string>();
    for (const [path, load] of FOOTER_PAGES) {
      // oxlint-disable-next-line no-await-in-loop
      const { unmount } = await show(path, load);
      seen.add(document.title);
      seen.add(document.head.querySelector('meta[name="description"]')?.getAttribute('content') ?? '');
      unmount();
    }
    expect(seen.size).toBe(2 * FOOTER_PAGES.length);
  });

  it.each(FOOTER_PAGES.filter(([path]) => path.startsWith('/blog/')))('%s leads to searches for destinations that the site knows', async (path, load) => {
    const { container } = await show(path, load);
    const searches = [...container.querySelectorAll('a[href^="/search?"]')].map((link) =>
      new URL(link.getAttribute('href') ?? '', 'http://site').searchParams.get('destination'),
    );
    expect(searches.length).toBeGreaterThanOrEqual(7);
    expect(searches.filter((destination) => !findDestination(destination ?? ''))).toEqual([]);
  });

  it('name the sixteen stages of the GR20, nine to Vizzavona and seven after it', async () => {
    await show('/blog/randonnees', guides);
    const [north, south] = screen.getAllByRole('list').filter((list) => list.tagName === 'OL');
    expect(north?.children).toHaveLength(9);
    expect(south?.children).toHaveLength(7);
    expect(north?.lastElementChild).toHaveTextContent(/– Vizzavona$/);
    expect(south?.lastElementChild).toHaveTextContent(/– Conca$/);
  });
});

describe('the cookies page', () => {
  it('names every entry that the site stores in the browser', async () => {
    const { container } = await show('/cookies', () => import('@/features/legal/CookiesPage'));
    const keys = Object.values(sources).flatMap((source) => Array.from(source.matchAll(STORAGE_KEY), ([, key]) => key));
    const named = new Set([...container.querySelectorAll('code')].map(({ textContent }) => textContent));
    expect(keys.length).toBeGreaterThanOrEqual(8);
    expect(keys.filter((key) => !named.has(key ?? ''))).toEqual([]);
  });

  it('grants and withdraws the consent to the map of another host', async () => {
    const { user } = await show('/cookies', () => import('@/features/legal/CookiesPage'));
    const maps = screen.getByRole('checkbox', { name: /^Google Maps/ });
    expect(maps).not.toBeChecked();
    await user.click(maps);
    expect(maps).toBeChecked();
    expect(localStorage.getItem('third_party_consent')).toBe('{"googleMaps":true}');
    await user.click(maps);
    expect(localStorage.getItem('third_party_consent')).toBe('{"googleMaps":false}');
  });
});

describe('§2.2 an unknown address', () => {
  const loadNotFound = async () => ({ Component: (await import('@/widgets/page/NotFound')).NotFound });

  it('says so in the reader’s language and leads on', async () => {
    const { container } = await show('/mentions', loadNotFound);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('404');
    expect(screen.getByText("Cette page n'existe pas encore")).toBeVisible();
    expect(container.textContent).not.toMatch(/\b(?:this|page has|would|you)\b/i);
    expect(document.head.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    const main = screen.getByRole('navigation', { name: 'Pages principales' });
    expect(within(main).getByRole('link', { name: 'Les plus belles plages' })).toHaveAttribute('href', '/blog/plages');
    expect(screen.getByRole('link', { name: "Retour à l'accueil" })).toHaveAttribute('href', '/');
  });

  it('searches for what the reader would like to find', async () => {
    const { Component } = await loadNotFound();
    const { user, router } = renderRoutes([{ path: '*', Component }, { path: '/search', element: <Link to="/">home</Link> }], '/mentions');
    const field = await screen.findByRole('searchbox', { name: 'Dites-nous ce que vous aimeriez trouver sur cette page' });
    await user.type(field, 'Calvi{Enter}');
    await screen.findByRole('link', { name: 'home' });
    expect(router.state.location.search).toContain('destination=Calvi');
  });
});
