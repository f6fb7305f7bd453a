import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLUB_HOTELS, clubPath } from '@/sample-content/clubHotels';
import { FAMILY_HOTELS } from '@/sample-content/familyHotels';
import i18next from '@/i18n';
import { renderRoutes } from '@/testing/render';
import { Component as ClubsPage } from './ClubsPage';
import { Component as FamilyClubsPage } from './FamilyClubsPage';
import { LOAD_MS } from './useLoaded';

const CLUB_PAGES = [
  '/club-marmara-marina-viva',
  '/club-lookea-corsica-paoli',
  '/club-med-santambroggio',
  '/belambra-pineto',
  '/club-fiesta-ajaccio',
  '/club-vacanciel-porto-vecchio',
];
const routes = [
  { path: '/hotels-club', Component: ClubsPage },
  { path: '/hotels-club-familiaux', Component: FamilyClubsPage },
  { path: '*', element: <p>elsewhere</p> },
];

beforeAll(() => i18next.loadNamespaces(['clubs', 'family-clubs', 'club-features', 'listing']));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function show(path: string) {
  const view = renderRoutes(routes, path);
  const wait = (ms: number) => {
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  };
  return { ...view, wait, load: () => wait(LOAD_MS) };
}
const list = (name: string) => screen.getByRole('list', { name });
const links = (name: string) => within(list(name)).getAllByRole('link').map((link) => link.getAttribute('href'));

describe('§2 /hotels-club', () => {
  it('§2.58 §2.84 §4.25 §9 shows the loading state for a second, then the six clubs, which lead to the six club pages', () => {
    const { wait } = show('/hotels-club');
    expect(screen.getByText('Chargement des hôtels clubs...')).toBeVisible();
    wait(999);
    expect(screen.getByText('Chargement des hôtels clubs...')).toBeVisible();
    wait(1);
    expect(screen.queryByText('Chargement des hôtels clubs...')).not.toBeInTheDocument();
    expect(links('Six clubs, six caractères')).toEqual(CLUB_PAGES);
  });

  it('§2.58 §2.84 §2.86 tells the six kinds of activity', () => {
    show('/hotels-club');
    expect(screen.getByRole('heading', { level: 1, name: 'Animation & Famille' })).toBeVisible();
    const activities = screen.getByRole('region', { name: 'Une semaine bien remplie' });
    expect(within(activities).getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Club Enfants',
      'Sports & Loisirs',
      'Spectacles',
      'Activités Aquatiques',
      'Jeux & Concours',
      'Tout Compris',
    ]);
    expect(activities).toHaveTextContent('De 4 à 12 ans');
  });

  it('§9.9 each card has its place, its price, its rating and four of its amenities', () => {
    const { load } = show('/hotels-club');
    load();
    const cards = within(list('Six clubs, six caractères')).getAllByRole('heading', { level: 3 });
    expect(cards).toHaveLength(6);
    for (const club of CLUB_HOTELS) {
      const card = cards.find((heading) => heading.textContent === club.name)?.closest('li') ?? document.body;
      expect(card).toHaveTextContent(club.location);
      expect(card).toHaveTextContent(new RegExp(`à partir de ${club.pricePerNight}\\s€ par nuit`));
      expect(within(card).getByRole('img', { name: `${String(club.rating).replace('.', ',')} sur 5` })).toBeVisible();
      expect(within(card).getByRole('list').children).toHaveLength(4);
    }
  });

  it('§2.58 §2.85 clubs have the ids 101 to 106; an unknown name has no page', () => {
    expect(CLUB_HOTELS.map(({ id }) => id)).toEqual([101, 102, 103, 104, 105, 106]);
    expect(clubPath('Club Med Sant’Ambroggio sous la neige')).toBeUndefined();
  });
});

describe('§2 /hotels-club-familiaux', () => {
  it('§2.59 §2.87 §4.25 shows the loading state for a second, then six clubs and six family hotels', () => {
    const { wait } = show('/hotels-club-familiaux');
    wait(999);
    expect(screen.getByText('Chargement des hôtels club et familiaux...')).toBeVisible();
    wait(1);
    expect(screen.queryByText('Chargement des hôtels club et familiaux...')).not.toBeInTheDocument();
    expect(within(list('Nos adresses')).getAllByRole('heading', { level: 3 })).toHaveLength(12);
  });

  it('§2.60 §2.88 a club leads to its page, a family hotel to the hotels', () => {
    expect(FAMILY_HOTELS.map(({ id }) => id)).toEqual([201, 202, 203, 204, 205, 206]);
    const { load } = show('/hotels-club-familiaux');
    load();
    expect(links('Nos adresses')).toEqual([...CLUB_PAGES, ...Array<string>(6).fill('/hotels')]);
  });

  it('§2.59 §2.87 the filters show their counts, all selected at first', () => {
    const { load } = show('/hotels-club-familiaux');
    load();
    const filters = within(screen.getByRole('group', { name: "Type d'hôtel" })).getAllByRole('button');
    expect(filters.map((filter) => [filter.textContent, filter.getAttribute('aria-pressed')])).toEqual([
      ['Tous (12)', 'true'],
      ['Hôtels Club (6)', 'false'],
      ['Hôtels Familiaux (6)', 'false'],
    ]);
  });

  it.each([
    ['Hôtels Club (6)', CLUB_PAGES],
    ['Hôtels Familiaux (6)', Array<string>(6).fill('/hotels')],
    ['Tous (12)', [...CLUB_PAGES, ...Array<string>(6).fill('/hotels')]],
  ])('§2.59 %s shows these alone', (name, shown) => {
    const { load } = show('/hotels-club-familiaux');
    load();
    fireEvent.click(screen.getByRole('button', { name: 'Hôtels Familiaux (6)' }));
    fireEvent.click(screen.getByRole('button', { name }));
    expect(screen.getByRole('button', { name, pressed: true })).toBeVisible();
    expect(links('Nos adresses')).toEqual(shown);
  });

  it('§2.87 says why to choose a family hotel', () => {
    show('/hotels-club-familiaux');
    expect(screen.getByRole('heading', { level: 2, name: /^Pourquoi choisir nos hôtels familiaux\s\?$/ })).toBeVisible();
  });
});
