import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Component as BookingPage } from '@/features/booking/BookingPage';
import { Component as CarRentalPage } from '@/features/cars/CarRentalPage';
import { Component as ResortPage } from '@/features/resorts/ResortPage';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';

const routes = [
  { path: '/', element: <p>home</p> },
  { path: '/booking-confirmation', Component: BookingPage },
  { path: '/car-rental', Component: CarRentalPage },
  { path: '/:resort', Component: ResortPage },
];

beforeAll(() =>
  i18next.loadNamespaces([
    'booking', 'booking-car', 'booking-dates', 'cars', 'club-features', 'club-pages', 'club-stay', 'listing', 'resorts', 'reviews', 'search', 'stay-terms',
  ]),
);

beforeEach(() => backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json([]))));

const panel = () => within(screen.getByRole('complementary', { name: 'Réserver votre séjour' }));
const book = () => panel().getByRole('button', { name: 'Réserver maintenant' });
const summary = () => screen.findByRole('complementary', { name: 'Récapitulatif' });

describe('§2.49 from a resort to its booking', () => {
  it.each([
    { slug: 'club-med-santambroggio', price: 189 },
    { slug: 'belambra-pineto', price: 129 },
    { slug: 'club-fiesta-ajaccio', price: 139 },
    { slug: 'club-vacanciel-porto-vecchio', price: 189 },
  ])('the booking shows the room, nights and guests chosen on $slug', async ({ slug, price }) => {
    const { user } = renderRoutes(routes, `/${slug}`);
    const [, second] = within(panel().getByLabelText('Hébergement')).getAllByRole<HTMLOptionElement>('option');
    await user.selectOptions(panel().getByLabelText('Hébergement'), second?.value ?? '');
    await user.type(panel().getByLabelText('Arrivée'), '2031-07-01');
    await user.type(panel().getByLabelText('Départ'), '2031-07-04');
    await user.selectOptions(panel().getByLabelText('Voyageurs'), '6');
    await user.click(book());
    await waitFor(async () => expect(await summary()).toHaveTextContent(new RegExp(`${price}\\s€ × 3 nuits`)));
    expect(await summary()).toHaveTextContent('6 voyageurs');
  });

  it('§5.20 dates that are over or reversed are marked on the panel, and asked for again before the payment', async () => {
    const { user } = renderRoutes(routes, '/belambra-pineto');
    await user.type(panel().getByLabelText('Arrivée'), '2020-07-04');
    expect(panel().getByText(/passé/)).toBeVisible();
    await user.clear(panel().getByLabelText('Arrivée'));
    await user.type(panel().getByLabelText('Arrivée'), '2031-07-04');
    await user.type(panel().getByLabelText('Départ'), '2031-07-01');
    expect(panel().getByText("Le départ doit suivre l'arrivée.")).toBeVisible();
    await user.click(book());
    expect(await screen.findByRole('heading', { name: /^Quand venez-vous/ })).toBeVisible();
    expect(screen.queryByLabelText('Numéro de carte')).not.toBeInTheDocument();
  });

  it('§5.20 without dates the booking asks for them and then goes on', async () => {
    const { user } = renderRoutes(routes, '/club-med-santambroggio');
    await user.click(book());
    const go = await screen.findByRole('button', { name: 'Continuer' });
    await user.click(go);
    expect(screen.getByLabelText('Arrivée')).toBeInvalid();
    await user.type(screen.getByLabelText('Arrivée'), '2031-07-05');
    await user.type(screen.getByLabelText('Départ'), '2031-07-05');
    await user.click(go);
    expect(screen.getByText("Le départ doit suivre l'arrivée.")).toBeVisible();
    await user.clear(screen.getByLabelText('Départ'));
    await user.type(screen.getByLabelText('Départ'), '2031-07-07');
    await user.click(go);
    await waitFor(async () => expect(await summary()).toHaveTextContent(/159\s€ × 2 nuits/));
  });
});

describe('§2.74 from a car to its booking', () => {
  it('§3.20 the booking shows the car, the place, the times and the total', async () => {
    const { user } = renderRoutes(
      routes,
      '/car-rental?location=airport-ajaccio&pickupDate=2031-07-01&pickupTime=09:00&returnDate=2031-07-05&returnTime=18:00',
    );
    const card = screen.getByRole('heading', { name: 'Peugeot 208' }).closest('li') ?? document.body;
    await user.click(within(card).getByRole('link', { name: /^Réserver maintenant/ }));
    const shown = await summary();
    for (const text of ['Peugeot 208', "Aéroport d'Ajaccio", '1 juillet 2031 à 09:00', '5 juillet 2031 à 18:00', '4 jours']) {
      expect(shown).toHaveTextContent(text);
    }
    expect(shown).toHaveTextContent(/32\s€ × 4 jours/);
    expect(screen.getByRole('button', { name: /Confirmer et payer 128\s€/ })).toBeEnabled();
  });

  it.each(['type=car&id=3', 'type=car&id=99&pickupDate=2031-07-01&returnDate=2031-07-05', 'type=car&pickupDate=2031-07-01&returnDate=2031-07-05'])(
    '§2.50 the booking of a car with %s alone leads home',
    async (query) => {
      renderRoutes(routes, `/booking-confirmation?${query}`);
      expect(await screen.findByText('home')).toBeVisible();
    },
  );
});
