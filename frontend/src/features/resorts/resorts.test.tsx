import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLUB_SLUGS } from '@/sample-content/clubHotels';
import i18next from '@/i18n';
import { PROFILE_KEY, TOKEN_KEY } from '@/session/session';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import { Component as ClubPage } from './ClubPage';
import { Component as ResortPage } from './ResortPage';

const RESORTS = [
  { slug: 'club-med-santambroggio', images: 5, rooms: ['standard', 'superior', 'suite'], prices: [159, 189, 259], hours: 48, rating: '4,8', help: "Besoin d'aide ?" },
  { slug: 'belambra-pineto', images: 4, rooms: ['standard', 'apartment4', 'apartment6'], prices: [89, 129, 179], hours: 24, rating: '4,6', help: "Besoin d'aide ?" },
  { slug: 'club-fiesta-ajaccio', images: 4, rooms: ['standard', 'superior', 'family'], prices: [99, 139, 189], hours: 24, rating: '4,5', help: "Besoin d'aide ?" },
  { slug: 'club-vacanciel-porto-vecchio', images: 4, rooms: ['standard', 'superior', 'suite'], prices: [149, 189, 289], hours: 48, rating: '4,9', help: 'Service Premium' },
];
const routes = [
  { path: '/booking-confirmation', element: <p>booking</p> },
  { path: '/club-marmara-marina-viva', Component: ClubPage },
  { path: '/club-lookea-corsica-paoli', Component: ClubPage },
  { path: '/:resort', Component: ResortPage },
];

beforeAll(() =>
  i18next.loadNamespaces(['resorts', 'club-stay', 'club-pages', 'club-features', 'reviews', 'search', 'stay-terms']),
);

const show = (slug: string) => renderRoutes(routes, `/${slug}`);
const dot = (number: number) => screen.getByRole('button', { name: `Image ${number}` });
const panel = () => within(screen.getByRole('complementary', { name: 'Réserver votre séjour' }));
const book = () => panel().getByRole('button', { name: 'Réserver maintenant' });

describe.each(RESORTS)('§2 resort $slug', ({ slug, images, rooms: roomIds, prices, hours, rating, help }) => {
  it('§2.46 §4.24 has a gallery with dots that starts with the first image', async () => {
    const { user } = show(slug);
    expect(await screen.findAllByRole('button', { name: /^Image \d$/ })).toHaveLength(images);
    expect(dot(1)).toHaveAttribute('aria-current', 'true');
    await user.click(dot(images));
    expect(dot(images)).toHaveAttribute('aria-current', 'true');
    expect(dot(1)).toHaveAttribute('aria-current', 'false');
  });

  it('§2.46 the arrow keys move along the images and stop at the ends', async () => {
    const { user } = show(slug);
    dot(1).focus();
    await user.keyboard('{ArrowLeft}');
    expect(dot(1)).toHaveAttribute('aria-current', 'true');
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(dot(3)).toHaveAttribute('aria-current', 'true');
    await user.keyboard('{End}{ArrowRight}');
    expect(dot(images)).toHaveAttribute('aria-current', 'true');
  });

  it('§2.47 §3.9 §9.17 tells about the place, its equipment, its activities and its rooms with price and features', () => {
    show(slug);
    for (const name of ['À propos du club', 'Équipements', 'Activités incluses', 'Hébergements', 'Avis des clients']) {
      expect(screen.getByRole('region', { name })).toBeVisible();
    }
    const rooms = within(screen.getByRole('region', { name: 'Hébergements' })).getAllByRole('heading', { level: 3 });
    expect(rooms).toHaveLength(prices.length);
    rooms.forEach((room, index) => {
      const card = room.closest('li') ?? document.body;
      expect(card).toHaveTextContent(new RegExp(`${prices[index]}\\s€ par nuit`));
      expect(within(card).getAllByRole('listitem').length).toBeGreaterThanOrEqual(3);
    });
    expect(screen.getByRole('img', { name: `${rating} sur 5` })).toBeVisible();
  });

  it('§2.48 §2.82 §3.26 §4.24 §5.32 §9.11 the panel starts with the standard room, no dates and two guests', () => {
    show(slug);
    expect(panel().getByLabelText('Hébergement')).toHaveValue('standard');
    const options = within(panel().getByLabelText('Hébergement')).getAllByRole('option');
    expect(options.map((option) => option.getAttribute('value'))).toEqual(roomIds);
    expect(panel().getByLabelText('Arrivée')).toHaveValue('');
    expect(panel().getByLabelText('Départ')).toHaveValue('');
    const guests = panel().getByLabelText('Voyageurs');
    expect(guests).toHaveValue('2');
    expect(within(guests).getAllByRole('option').map((option) => option.textContent)).toEqual([
      '1 voyageur',
      ...[2, 3, 4, 5, 6].map((count) => `${count} voyageurs`),
    ]);
    expect(panel().getByText(new RegExp(`Annulation gratuite jusqu'à ${hours}\\sh avant l'arrivée`))).toBeVisible();
    expect(panel().getByRole('heading', { level: 3 })).toHaveTextContent(help);
    expect(panel().getByRole('link', { name: /^04 65 71/ })).toHaveAttribute('href', expect.stringMatching(/^tel:04657120/));
  });

  it('§2.49 leads to the booking with hotel, dates, guests, room and price', async () => {
    const { user, router } = show(slug);
    const hotel = screen.getByRole('heading', { level: 1 }).textContent;
    const [, second] = within(panel().getByLabelText('Hébergement')).getAllByRole<HTMLOptionElement>('option');
    await user.selectOptions(panel().getByLabelText('Hébergement'), second?.value ?? '');
    await user.type(panel().getByLabelText('Arrivée'), '2031-07-01');
    await user.type(panel().getByLabelText('Départ'), '2031-07-04');
    await user.selectOptions(panel().getByLabelText('Voyageurs'), '6');
    await user.click(book());

    const address = router.state.location;
    expect(address.pathname).toBe('/booking-confirmation');
    expect(Object.fromEntries(new URLSearchParams(address.search))).toMatchObject({
      hotel,
      checkIn: '2031-07-01',
      checkOut: '2031-07-04',
      guests: '6',
      roomType: second?.textContent.split(',')[0],
      price: `${prices[1]}€`,
    });
  });
});

describe('§5.20 resort booking: no validation', () => {
  it('§2.49 links to the booking without dates too', async () => {
    const { user, router } = show('club-med-santambroggio');
    await user.click(book());
    expect(router.state.location.pathname).toBe('/booking-confirmation');
    expect(router.state.location.search).toContain('checkIn=&checkOut=&guests=2&roomType=Chambre+Standard&price=159');
  });

  it('§3.26 the standard room of Belambra is a studio for two', () => {
    show('belambra-pineto');
    expect(panel().getByRole('option', { name: /^Studio 2\spersonnes/ })).toHaveAttribute('value', 'standard');
  });

  it('§2.48 choosing a room in the list chooses it in the panel', async () => {
    const { user } = show('club-vacanciel-porto-vecchio');
    await user.click(screen.getByRole('button', { name: /^Choisir\s: Suite$/ }));
    expect(panel().getByLabelText('Hébergement')).toHaveValue('suite');
    expect(screen.getByRole('button', { name: /^Choisi\s: Suite$/, pressed: true })).toBeVisible();
  });
});

describe('§2 the two other clubs', () => {
  it.each(['club-marmara-marina-viva', 'club-lookea-corsica-paoli'])(
    '§2.1 %s tells a day, its clubs by age, its formulas, and books one',
    async (slug) => {
      const { user, router } = show(slug);
      for (const name of ['Aperçu', 'Une journée au club', 'Un club pour chaque âge', 'Activités incluses', 'Équipements', 'Formules']) {
        expect(screen.getByRole('region', { name })).toBeVisible();
      }
      expect(panel().getByLabelText('Formule')).toHaveValue('breakfast');
      await user.click(screen.getByRole('button', { name: /^Choisir\s: Tout compris/ }));
      await user.click(book());
      expect(new URLSearchParams(router.state.location.search).get('roomType')).toMatch(/^Tout compris/);
    },
  );
});

describe('§7 call 8: reviews of clubs', () => {
  it.each(CLUB_SLUGS)('§2.47 those of %s are requested by its slug', async (slug) => {
    localStorage.setItem(TOKEN_KEY, 'token-of-lea');
    localStorage.setItem(PROFILE_KEY, JSON.stringify({ id: 'lea', email: 'lea@example.com' }));
    backend.use(
      http.get('*/functions/v1/hotel-reviews', ({ request }) => {
        if (new URL(request.url).search !== `?hotelId=${slug}`) return HttpResponse.json({ error: 'Inconnu' }, { status: 404 });
        const statistics = { totalReviews: 0, averageRating: 0, ratingDistribution: {} };
        return HttpResponse.json({ success: true, reviews: [], statistics });
      }),
    );
    show(slug);
    expect(await screen.findByText('Aucun avis pour le moment')).toBeVisible();
  });
});
