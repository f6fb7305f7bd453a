import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { setConsent } from '@/consent/consent';
import { PROFILE_KEY, TOKEN_KEY } from '@/session/session';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderRoutes } from '@/testing/render';
import '@/widgets/search-form/DatesDialog';
import { Component as HotelDetailPage } from './HotelDetailPage';

const row = hotelRow({ id: 42, name: 'A Casetta', rating: '4.25', reviews_count: 8, price_per_night: '90' });

/** Call 9 returns this row for every id. */
const record = (found: object | null) =>
  backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json(found ? [found] : [])));

const show = (at: string) =>
  renderRoutes(
    [
      { path: '/hotel-detail', element: <HotelDetailPage /> },
      { path: '/booking-confirmation', element: <p>{'booking'}</p> },
    ],
    at,
  );
const title = () => screen.findByRole('heading', { level: 1 });
const head = (selector: string) => document.head.querySelector(selector);

afterEach(() => void vi.useRealTimers());

describe('§2 hotel detail', () => {
  it('§7.9, §2.80: the record of the id, its rating doubled, out of ten', async () => {
    record(row);
    show('/hotel-detail?id=42');
    expect(await title()).toHaveTextContent('A Casetta');
    expect(screen.getAllByRole('img', { name: '8,5 sur 10' })[0]).toBeInTheDocument();
    expect(screen.getAllByText('Très bien')[0]).toBeInTheDocument();
    expect(screen.getByRole('navigation', { name: "Fil d'Ariane" })).toHaveTextContent('Accueil > Hôtels > Calvi > A Casetta');
  });

  it('§9 house rules: no pets, and an exception where the establishment accepts them', async () => {
    record({ ...row, amenities: ['Piscine'] });
    const { unmount } = show('/hotel-detail?id=42');
    expect(await screen.findByText('Les animaux de compagnie ne sont pas admis.')).toBeInTheDocument();
    unmount();
    record({ ...row, amenities: ['Piscine', 'Animaux acceptés'] });
    show('/hotel-detail?id=42');
    expect(await screen.findByText(/ne sont pas admis\. Exception\s: cet établissement indique qu'il les accepte\.$/)).toBeInTheDocument();
  });

  it('§3: a place without reviews is new', async () => {
    record({ ...row, rating: 0, reviews_count: 0 });
    show('/hotel-detail?id=42');
    expect(await screen.findByText('Nouveau')).toBeInTheDocument();
    expect(screen.getByText('Aucun avis pour le moment')).toBeInTheDocument();
  });

  it('§7.9 call 9: an empty answer falls back to what is built in', async () => {
    record(null);
    show('/hotel-detail?id=2');
    expect(await title()).toHaveTextContent('Auberge du Port');
  });

  it('§2 hotel detail: a slug that is not built in is looked up by name', async () => {
    record(hotelRow({ id: 20, name: 'Grand Hôtel Napoléon' }));
    show('/hotel-detail?id=hotel-napoleon');
    expect(await title()).toHaveTextContent('Grand Hôtel Napoléon');
  });

  it('§2.81 a record has one canonical address, by its number, whatever names it', async () => {
    record(hotelRow({ id: 20, name: 'Grand Hôtel Napoléon' }));
    show('/hotel-detail?hotel=hotel-napoleon&checkin=2031-07-01');
    await title();
    expect(head('link[rel="canonical"]')).toHaveAttribute('href', `${location.origin}/hotel-detail?id=20`);
    expect(head('link[hreflang="ja"]')).toHaveAttribute('href', `${location.origin}/ja/hotel-detail?id=20`);
    expect(head('meta[name="robots"]')).toBeNull();
  });

  it.each(['2', 'hotel-les-mouettes', 'h14'])('§3.15 the sample hotel %s is not indexed', async (id) => {
    record(null);
    show(`/hotel-detail?id=${id}`);
    await title();
    expect(head('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    expect(head('link[rel="canonical"]')).toBeNull();
  });

  it('§1.1 the owner’s texts have a lang attribute; the page’s own do not', async () => {
    record({ ...row, description: 'Une maison de pierre.' });
    const { container } = show('/hotel-detail?id=42');
    expect(await screen.findByText('Une maison de pierre.')).toHaveAttribute('lang', 'fr');
    expect(container.querySelector('blockquote')).not.toHaveAttribute('lang');
  });

  it('§1.1 the owner’s location text is marked as French', async () => {
    record({ ...row, location: 'Haute ville, Bonifacio' });
    show('/hotel-detail?id=42');
    await title();
    for (const place of screen.getAllByText('Haute ville, Bonifacio')) expect(place).toHaveAttribute('lang', 'fr');
  });

  it.each([
    ['fr', 'Une maison de pierre.'],
    ['de', 'A Casetta, Calvi: 90 € pro Nacht, mit 8,5/10 bewertet (8 Bewertungen). Ausstattung, Preise und Buchung bei Isula.'],
  ])('§1.1 search engines read of it in the page’s language: %s', async (language, text) => {
    await i18next.changeLanguage(language);
    record({ ...row, description: 'Une maison de pierre.' });
    show('/hotel-detail?id=42');
    await title();
    for (const name of ['meta[name="description"]', 'meta[property="og:description"]']) {
      expect(document.head.querySelector(name)?.getAttribute('content')?.replaceAll(/\s/g, ' ')).toBe(text);
    }
  });

  it('§2.41 tabs: five, each scrolls to its section', async () => {
    record(row);
    show('/hotel-detail?id=42');
    const tabs = await screen.findAllByRole('tab');
    expect(tabs).toHaveLength(5);
    for (const tab of tabs) {
      expect(document.getElementById(tab.getAttribute('aria-controls') ?? '')).toBeInTheDocument();
    }
  });

  it('§2.41 tabs: a section is current from 150 px below the top', async () => {
    record(row);
    const tops: Record<string, number> = { 'section-overview': -400, 'section-rates': 150, 'section-amenities': 151 };
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function at(this: Element) {
      return new DOMRect(0, tops[this.id] ?? 900, 0, 0);
    });
    show('/hotel-detail?id=42');
    expect(await screen.findByRole('tab', { selected: true, name: 'Informations et tarifs' })).toBeInTheDocument();
    tops['section-amenities'] = 100;
    fireEvent.scroll(window);
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Équipements');
  });

  it.each([
    ['its town', { city: 'Sartène', location: '3 chemin du Moulin' }],
    ['the place in its address', { city: '', location: 'Quai Landry, Calvi' }],
  ])('§2.43 map: without a position, the pin is in the middle of %s', async (_, address) => {
    record({ ...row, ...address, position: null });
    const { container } = show('/hotel-detail?id=42');
    await title();
    await waitFor(() => expect(container.querySelectorAll('circle[r="7"]')).toHaveLength(1));
  });

  it('§2.43 map: requested by position, after consent', async () => {
    setConsent('googleMaps', true);
    record(row);
    show('/hotel-detail?id=42');
    const map = await screen.findByTitle("Carte : Route de l'Usine, Calvi");
    expect(new URL(map.getAttribute('src') ?? '').searchParams.get('q')).toBe("Route de l'Usine, Calvi, Corse");
    expect(map).toHaveAttribute('loading', 'lazy');
  });

  it('§9.7 house rules', async () => {
    record(row);
    show('/hotel-detail?id=42');
    await title();
    for (const rule of ['De 15:00 à 23:00', "Jusqu'à 11:00", /18 ans/, /ne sont pas admis/, 'Visa, Mastercard, American Express']) {
      expect(screen.getByText(rule)).toBeInTheDocument();
    }
  });
});

describe('§2 rates', () => {
  it('§2.44 rates: shows the price of the stay, and links to the booking with seven parameters', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2027, 5, 2, 12) });
    record(row);
    const { user, router } = show('/hotel-detail?id=42&checkin=2027-06-12&checkout=2027-06-15&guests=3');
    await title();
    const room = screen.getByRole('heading', { name: 'Chambre Standard' }).closest('article') ?? document.body;
    expect(within(room).getByText('25 m²')).toBeInTheDocument();
    expect(room).toHaveTextContent(/270\s€/);
    await user.click(within(room).getByRole('link', { name: 'Réserver' }));
    await screen.findByText('booking');
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      hotel: 'A Casetta',
      location: "Route de l'Usine, Calvi",
      checkin: '2027-06-12',
      checkout: '2027-06-15',
      guests: '3',
      roomType: 'Chambre Standard',
      pricePerNight: '90',
    });
  });

  it('§2 rates: a hotel without a price has no booking', async () => {
    record({ ...row, price_per_night: null });
    show('/hotel-detail?id=42&checkin=2031-06-12&checkout=2031-06-15');
    await title();
    const room = screen.getByRole('heading', { name: 'Chambre Standard' }).closest('article') ?? document.body;
    expect(within(room).getByText('Prix non communiqué')).toBeVisible();
    expect(within(room).queryByRole('link', { name: 'Réserver' })).not.toBeInTheDocument();
    expect(room).not.toHaveTextContent('€');
  });

  it.each(['Voir les tarifs', 'Réserver'])('§2 rates: without dates, %s opens the calendar', async (name) => {
    record(row);
    const { user } = show('/hotel-detail?id=42');
    await title();
    await user.click(screen.getByRole('button', { name }));
    expect(await screen.findByRole('dialog', { name: 'Choisissez vos dates' })).toBeInTheDocument();
  });
});

describe('§7.8 call 8: reviews', () => {
  const review = (id: number) => ({
    id, user_name: `Léa ${id}.`, is_verified: id === 1, created_at: '2027-05-0' + id + 'T10:00:00Z', stay_date: null,
    rating: 5, review_title: `Titre ${id}`, review_text: 'Parfait',
  });
  beforeEach(() => record(row));
  const signIn = () => {
    localStorage.setItem(TOKEN_KEY, 'token-of-lea');
    localStorage.setItem(PROFILE_KEY, JSON.stringify({ id: 'lea', email: 'lea@example.com' }));
  };

  it('§6.1, §3.4, §3.16 visitors see samples and an invitation, and no request is made', async () => {
    show('/hotel-detail?id=42');
    await title();
    // Two in the overview and the same two among the reviews.
    expect(screen.getAllByText("Exemple d'avis")).toHaveLength(4);
    for (const quote of document.querySelectorAll('figcaption')) expect(quote).toHaveTextContent("Exemple d'avis");
    expect(screen.getByText(/Connectez-vous pour lire tous les avis/)).toBeInTheDocument();
  });

  it('§2.45, §3.5 reviews: the first three, then all, with the distribution', async () => {
    signIn();
    const asked = vi.fn();
    backend.use(
      http.get('*/functions/v1/hotel-reviews', ({ request }) => {
        asked(new URL(request.url).search, request.headers.get('Authorization'));
        return HttpResponse.json({
          success: true,
          reviews: [1, 2, 3, 4, 5].map(review),
          statistics: { totalReviews: 5, averageRating: 4.6, ratingDistribution: { 5: 4, 4: 0, 3: 1, 2: 0, 1: 0 } },
        });
      }),
    );
    const { user } = show('/hotel-detail?id=42');
    expect(await screen.findByText('Titre 3')).toBeInTheDocument();
    expect(screen.queryByText('Titre 4')).not.toBeInTheDocument();
    expect(screen.getByText('5 étoiles : 4 avis')).toBeInTheDocument();
    expect(screen.getByText('Séjour vérifié')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Voir les 5 avis' }));
    expect(screen.getByText('Titre 5')).toBeInTheDocument();
    expect(asked.mock.calls).toEqual([['?hotelId=42', 'Bearer token-of-lea']]);
  });

  it('§2.45 reviews: each has the lang attribute of its language, or an empty one', async () => {
    signIn();
    backend.use(
      http.get('*/functions/v1/hotel-reviews', () =>
        HttpResponse.json({
          success: true,
          reviews: [{ ...review(1), language: 'de' }, { ...review(2), language: null }, review(3)],
          statistics: { totalReviews: 3, averageRating: 5, ratingDistribution: { 5: 3, 4: 0, 3: 0, 2: 0, 1: 0 } },
        }),
      ),
    );
    show('/hotel-detail?id=42');
    expect(await screen.findByText('Titre 1')).toHaveAttribute('lang', 'de');
    expect(screen.getByText('Titre 2')).toHaveAttribute('lang', '');
    expect(screen.getByText('Titre 3')).toHaveAttribute('lang', '');
  });

  it('§8.6 reviews: none', async () => {
    signIn();
    backend.use(
      http.get('*/functions/v1/hotel-reviews', () =>
        HttpResponse.json({
          success: true,
          reviews: [],
          statistics: { totalReviews: 0, averageRating: 0, ratingDistribution: { 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 } },
        }),
      ),
    );
    show('/hotel-detail?id=42');
    await waitFor(() => expect(screen.getByText('Aucun avis pour le moment')).toBeInTheDocument());
  });
});
