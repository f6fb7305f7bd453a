import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderRoutes } from '@/testing/render';
import { Component as BookingPage } from './BookingPage';
import { Component as BookingSuccessPage } from './BookingSuccessPage';

vi.mock('./payment', () => ({ pay: async () => Promise.resolve('BKTERMS001') }));

const routes = [
  { path: '/', element: <p>home</p> },
  { path: '/booking-confirmation', Component: BookingPage },
  { path: '/booking-success', Component: BookingSuccessPage },
];
const DATES = 'checkin=2031-06-10&checkout=2031-06-12';
const CLUB = 'checkIn=2031-06-10&checkOut=2031-06-12&price=159€';
const FIELDS = {
  Prénom: 'Marie', Nom: 'Dumas', 'E-mail': 'marie@example.com', Téléphone: '0600000000',
  'Numéro de carte': '4242424242424242', "Date d'expiration": '12/29', CVV: '123', 'Nom du titulaire': 'M DUMAS',
};
const TOO_SMALL = /^Capacité maximale/;

beforeAll(() => i18next.loadNamespaces(['booking', 'resorts', 'club-pages', 'search', 'stay-terms', 'partners']));
beforeEach(() => {
  sessionStorage.clear();
  hotels();
});

function hotels(...rows: ReturnType<typeof hotelRow>[]) {
  backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json(rows)));
}
const open = (query: string) => renderRoutes(routes, `/booking-confirmation?${query}`);
const summary = async () => within(await screen.findByRole('complementary', { name: 'Récapitulatif' }));

async function pay({ user }: ReturnType<typeof open>) {
  for (const [label, value] of Object.entries(FIELDS)) {
    // In sequence, as a user fills the fields.
    // oxlint-disable-next-line no-await-in-loop
    await user.type(await screen.findByLabelText(label), value);
  }
  await user.click(await screen.findByRole('button', { name: /^Confirmer et payer/ }));
  await screen.findByText('BKTERMS001');
}

describe('§9.11 the conditions of a club are those of its panel', () => {
  it('on the booking page and on the receipt', async () => {
    const view = open(`hotel=Club Med Sant'Ambroggio&roomType=Suite&guests=6&${CLUB}`);
    const shown = await summary();
    expect(await shown.findByText(/^Annulation gratuite jusqu'à 48\s?h avant l'arrivée$/)).toBeVisible();
    expect(shown.getByText('Tout compris')).toBeVisible();
    expect(shown.getByText(TOO_SMALL)).toHaveTextContent(/Capacité maximale\s: 4\. Pour 6 voyageurs, il en faut au moins 2/);

    await pay(view);
    expect(screen.getByText(/^Annulation gratuite jusqu'à 48\s?h avant l'arrivée$/)).toBeVisible();
    expect(screen.getByText('Tout compris')).toBeVisible();
  });

  it.each([
    ['Belambra Clubs Pineto', 'Studio 2 personnes', 24, 'Sans repas'],
    ['Club Marmara Marina Viva', 'Demi-pension en famille', 24, 'Demi-pension'],
    ['Club Vacanciel Porto-Vecchio', 'Suite', 48, 'Demi-pension'],
  ])('%s, %s: %i hours, %s', async (hotel, room, hours, board) => {
    open(`hotel=${hotel}&roomType=${room}&guests=2&${CLUB}`);
    const shown = await summary();
    expect(await shown.findByText(new RegExp(`jusqu'à ${hours}\\s?h avant`))).toBeVisible();
    expect(shown.getByText(board)).toBeVisible();
    expect(shown.queryByText(TOO_SMALL)).not.toBeInTheDocument();
  });
});

describe('§2.44 too many guests are told before the payment', () => {
  it('for the standard room, from three guests on', async () => {
    hotels(hotelRow({ name: 'Maquis' }));
    open(`hotel=Maquis&roomType=Chambre Standard&guests=3&${DATES}`);
    expect(await (await summary()).findByText(TOO_SMALL)).toHaveTextContent(/il en faut au moins 2/);
  });

  it('not for the whole villa that takes them', async () => {
    hotels(hotelRow({ name: 'Villa Rondinara', property_type: 'villa' }));
    open(`hotel=Villa Rondinara&roomType=Villa entière&guests=5%2B&${DATES}`);
    const shown = await summary();
    expect(await shown.findByText(/^Annulation gratuite/)).toBeVisible();
    expect(shown.queryByText(TOO_SMALL)).not.toBeInTheDocument();
  });

  it('for the room of an owner’s application', async () => {
    hotels(hotelRow({ name: 'A Casetta', property_type: 'guest_room', max_guests: 8, room_types: ['Chambre double'], amenities: ['Petit-déjeuner'] }));
    open(`hotel=A Casetta&roomType=Chambre double&guests=4&${DATES}`);
    const shown = await summary();
    expect(await shown.findByText(TOO_SMALL)).toBeVisible();
    expect(shown.getByText('Petit-déjeuner compris')).toBeVisible();
  });
});

describe('§9.23 a reduction is the same on the card, the booking and the receipt', () => {
  it('with the usual price and the percentage', async () => {
    const view = open(`hotel=Casa Altamura&roomType=Suite avec dîner&guests=2&pricePerNight=680&${DATES}`);
    expect(await (await summary()).findByText(/^Prix habituel\s: 850\s€ par nuit\. La remise de 20\s% est déjà déduite\.$/)).toBeVisible();
    await pay(view);
    expect(screen.getByText(/^-20\s% sur le prix habituel de 850\s€ par nuit$/)).toBeVisible();
  });
});
