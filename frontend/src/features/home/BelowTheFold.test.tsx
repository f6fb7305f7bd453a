import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { HOME_RESTAURANTS } from '@/sample-content/promotions';
import { renderComponent } from '@/testing/render';
import { AccommodationTypes } from './AccommodationTypes';
import BelowTheFold from './BelowTheFold';

/** Replaces non-breaking spaces by plain ones. */
const plain = (element: Element | null) => element?.textContent?.replaceAll(/\s/g, ' ') ?? '';
const part = (name: RegExp) => within(screen.getByRole('region', { name }));
const links = (name: RegExp) =>
  part(name).getAllByRole('link').map((link) => decodeURIComponent(link.getAttribute('href') ?? '').replaceAll('+', ' '));

const KINDS = [
  ['/hotels', '450+'],
  ['/hotels-luxe', '25+'],
  ['/hotels-club', '35+'],
  ['/villas', '280+'],
  ['/spa-hotels', '85+'],
  ['/chambres-hotes', '180+'],
  ['/campings', '95+'],
  ['/residences', '150+'],
];

beforeAll(() => i18next.loadNamespaces(['home', 'home-inspiration', 'home-offers']));
beforeEach(() => {
  backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json([])));
});
afterEach(() => vi.useRealTimers());

async function open() {
  const view = renderComponent(<BelowTheFold />);
  await screen.findByRole('heading', { name: 'Imaginez votre voyage' });
  return view;
}

describe('§2.21 home: plan your trip', () => {
  const trips = () => within(screen.getByRole('tabpanel')).getAllByRole('listitem');

  it('has five tabs, Ville open first', async () => {
    await open();
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map(plain)).toEqual(['Ville', 'Plage', 'Montagne', 'Romantique', 'Gastronomique']);
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Ville');
  });

  it('§3.29 each has six cards of its own, with a name, a place, a description and a picture, and leads to its search', async () => {
    const { user } = await open();
    const seen = new Set<string>();
    for (const name of ['Ville', 'Plage', 'Montagne', 'Romantique', 'Gastronomique']) {
      // In sequence: one tab is open at a time.
      // oxlint-disable-next-line no-await-in-loop
      await user.click(screen.getByRole('tab', { name }));
      // oxlint-disable-next-line no-await-in-loop
      await waitFor(() => expect(trips()).toHaveLength(6));
      for (const trip of trips()) {
        seen.add(plain(within(trip).getByRole('heading', { level: 3 })));
        expect(within(trip).getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^\/search\?destination=.+/));
        expect(trip.querySelector('img')).toBeInTheDocument();
        expect(plain(trip.querySelector('p')).length).toBeGreaterThan(20);
      }
    }
    expect(seen.size).toBe(30);
  });

  it('arrow keys move along the tabs', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('tab', { name: 'Ville' }));
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Plage');
  });
});

describe('§2.23 home: favourites of customers', () => {
  it('six, each with a badge, a rating, a price and three highlights, on its own page', async () => {
    await open();
    const cards = part(/Les favoris/).getAllByRole('article');
    expect(cards).toHaveLength(6);
    for (const card of cards) {
      expect(plain(card)).toMatch(/\d,\d\/5\D+\d+ avis\d+ € par nuit/);
      expect(within(within(card).getByRole('list', { name: /^Les points forts/ })).getAllByRole('listitem')).toHaveLength(3);
      expect(within(card).getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^\/hotel-detail\?id=\d+$/));
    }
    expect(plain(cards[0] ?? null)).toContain('Palais sur la mer');
  });
});

describe('§2.24 home: why to choose us', () => {
  it.each(['Meilleur prix garanti', 'Annulation gratuite', 'Paiement sécurisé', 'Avis vérifiés', 'Assistance 24 h/24, 7 j/7'])('§1.2 claims: %s', async (claim) => {
    await open();
    expect(part(/^Pourquoi choisir Isula/).getAllByRole('heading', { level: 3 }).map(plain)).toContain(claim);
  });

  it('§1.3 claims its figures', async () => {
    await open();
    const figures = part(/^Pourquoi choisir Isula/).getAllByRole('definition').map(plain);
    expect(figures).toEqual(['1 300+', '10 000+', '4,6/5', '95 %']);
  });

  it('§3.30 six people say it too, with their stars and where they live', async () => {
    await open();
    const voices = part(/^Ils sont partis/).getAllByRole('listitem');
    expect(voices).toHaveLength(6);
    for (const voice of voices) {
      expect(within(voice).getByRole('img', { name: /^[1-5] étoiles?$/ })).toBeInTheDocument();
      expect(plain(voice.querySelector('blockquote')).length).toBeGreaterThan(40);
    }
    expect(plain(voices[2] ?? null)).toContain('ISIngrid SørensenAarhus');
  });
});

describe('§2.27 home: banners and tables', () => {
  it('§1.6 the last-minute banner offers up to 25 % for the coming weekend', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2027, 5, 2, 12) });
    await open();
    expect(plain(screen.getByRole('heading', { name: /-25/ }))).toBe("Jusqu'à -25 % ce week-end");
    expect(screen.getByRole('link', { name: 'Voir les séjours du week-end' })).toHaveAttribute('href', '/search?checkin=2027-06-04&checkout=2027-06-06');
  });

  it('§2.27 flights: the section says that no tickets are sold, and where cars and transfers wait', async () => {
    await open();
    const flights = document.getElementById('vol');
    expect(flights).toHaveTextContent('Nous ne vendons pas de billets.');
    expect(flights).toHaveTextContent(/À Ajaccio, Bastia et Calvi, louez votre voiture à l'aéroport\s; à Figari, prenez un transfert\./);
    expect(within(flights ?? document.body).getByRole('link', { name: 'Arriver en avion' })).toHaveAttribute('href', '/car-rental');
  });

  it('five restaurants with their town, rating and price', async () => {
    await open();
    const tables = part(/^Cinq tables/).getAllByRole('article');
    expect(tables).toHaveLength(5);
    for (const table of tables) expect(plain(table)).toMatch(/· €+.*\d,\d/);
    const details = HOME_RESTAURANTS.map((id) => `/restaurants?restaurant=${id}`);
    expect(links(/^Cinq tables/)).toEqual(['/restaurants', ...details]);
  });

  it('§1.4 three promotion banners; that of seminars promises a quote within 24 hours', async () => {
    await open();
    expect(links(/^En ce moment/)).toEqual(['/coups-de-coeur', '/soirees-etapes', '/seminaires']);
    expect(part(/^En ce moment/).getByText(/Devis gratuit sous 24\sh/)).toBeVisible();
  });

  it("the ferry partner's banner leads to transfers from the port", async () => {
    await open();
    expect(links(/^La traversée/)).toEqual(['/taxi']);
  });

  it('§1.4 the part for hosts promises an evaluation within 48 hours', async () => {
    await open();
    expect(part(/^Vous accueillez/).getByText(/évalue votre dossier sous 48 h/)).toBeVisible();
    expect(links(/^Vous accueillez/)).toEqual(['/partners']);
  });
});

describe('§2.28 home: cities', () => {
  it('§1.8 eight, each leading to its search, with more than 2,140 places to stay', async () => {
    await open();
    expect(links(/^Huit villes/)).toEqual(
      ['Ajaccio', 'Porto-Vecchio', 'Calvi', 'Bonifacio', 'Bastia', 'Propriano', "L'Île-Rousse", 'Corte'].map((city) => `/search?destination=${city}`),
    );
    const stays = part(/^Huit villes/).getAllByText(/^\d+ hébergements$/).map((line) => Number.parseInt(plain(line), 10));
    expect(stays.reduce((sum, count) => sum + count)).toBe(2140);
    expect(plain(part(/^Huit villes/).getByText(/2\s140/))).toContain('Plus de 2 140 hébergements');
  });
});

describe('§2.29 home: accommodation types', () => {
  it('§1.8 eight lead to their listing pages and state their counts, more than 2,000 in all', async () => {
    await open();
    expect(plain(part(/^Toutes les façons/).getByText(/hébergements/))).toContain('Plus de 2 000 hébergements');
    const entries = part(/^Toutes les façons/).getAllByRole('listitem');
    expect(entries.map((entry) => [within(entry).getByRole('link').getAttribute('href'), /\d+\+/.exec(plain(entry))?.[0]])).toEqual(KINDS);
  });

  it('§2.20 so do the eight pictures at the top', async () => {
    renderComponent(<AccommodationTypes />);
    const cards = await screen.findAllByRole('listitem');
    expect(cards.map((card) => [within(card).getByRole('link').getAttribute('href'), /\d+\+/.exec(plain(card))?.[0]])).toEqual(KINDS);
  });
});

describe('§2.30 home: regions', () => {
  it('six of four towns each lead to their hotels', async () => {
    await open();
    expect(links(/^Six régions/)).toEqual(
      ['Corse du Sud', 'Haute-Corse', 'Cap Corse', 'Centre Corse', 'Golfe de Porto', 'Balagne'].map((name) => `/region-hotels?region=${name}`),
    );
    for (const region of part(/^Six régions/).getAllByRole('listitem')) expect(plain(region).split('·')).toHaveLength(4);
  });

  it('§1.1 they are named in the reader’s language; addresses keep the French name', async () => {
    await i18next.changeLanguage('de');
    renderComponent(<BelowTheFold />);
    const region = await screen.findByRole('link', { name: 'Südkorsika' });
    expect(region).toHaveAttribute('href', '/region-hotels?region=Corse+du+Sud');
  });

  it('hovering one highlights it on the map', async () => {
    const { user } = await open();
    const shown = () => screen.getByRole('img', { name: /carte de Corse/ }).querySelectorAll('[data-shown]');
    await user.hover(part(/^Six régions/).getByRole('link', { name: 'Balagne' }));
    expect(shown()).toHaveLength(1);
    await user.unhover(part(/^Six régions/).getByRole('link', { name: 'Balagne' }));
    expect(shown()).toHaveLength(0);
  });
});

describe('§2.31 home: reviews', () => {
  it('shows the average with what it is made of, and the five best rated places', async () => {
    const rated = (id: number, rating: number, reviews: number) => hotelRow({ id, name: `Hôtel ${id}`, rating, reviews_count: reviews });
    const rows = [rated(1, 4.1, 9), rated(2, 4.9, 4), rated(3, 4.9, 11), rated(4, 3, 2), rated(5, 4.5, 3), rated(6, 4.4, 3), rated(7, 4.2, 1)];
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json(rows)));
    await open();
    const reviews = part(/^Ce qu'en disent/);
    expect(reviews.getByText('4,6/5', { selector: 'span' })).toBeVisible();
    expect(reviews.getAllByRole('definition')).toHaveLength(5);
    const best = await reviews.findAllByRole('heading', { level: 4 });
    expect(best.map(plain)).toEqual(['Hôtel 3', 'Hôtel 2', 'Hôtel 5', 'Hôtel 6', 'Hôtel 7']);
    expect(reviews.getByText(/95\s% des voyageurs/)).toBeVisible();
  });
});
