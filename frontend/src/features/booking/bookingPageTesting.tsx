/** The pages, the set-up and the entries that the tests of a booking share. Each test file mocks `./payment`. */
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach } from 'vitest';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderRoutes } from '@/testing/render';
import { Component as BookingPage } from './BookingPage';
import { Component as BookingSuccessPage } from './BookingSuccessPage';

export const STAY = '/booking-confirmation?hotel=Maquis&location=Bonifacio&checkin=2027-06-10&checkout=2027-06-12&pricePerNight=150';
export const GUEST = { Prénom: 'Marie', Nom: 'Dumas', 'E-mail': 'marie@example.com', Téléphone: '0600000000' };
export const CARD = { 'Numéro de carte': '4242424242424242', "Date d'expiration": '12/29', CVV: '123', 'Nom du titulaire': 'M DUMAS' };
const SEEN_PRICE = 150;
const routes = [
  { path: '/', element: <p>home</p> },
  { path: '/booking-confirmation', Component: BookingPage },
  { path: '/booking-success', Component: BookingSuccessPage },
];

/** Loads the texts of the pages. Before each test, the hotel of `STAY` has the price of its address. */
export function setUpBooking(): void {
  beforeAll(() => i18next.loadNamespaces(['booking', 'booking-car', 'booking-dates', 'cars', 'resorts', 'search']));
  beforeEach(() => {
    sessionStorage.clear();
    hotels(hotelRow({ name: 'Maquis', price_per_night: String(SEEN_PRICE) }));
  });
}

/** The backend's hotels. */
export function hotels(...rows: ReturnType<typeof hotelRow>[]): void {
  backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json(rows)));
}

export const show = (at: string) => renderRoutes(routes, at);

export async function fill(user: ReturnType<typeof show>['user'], fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    // In sequence, as a user fills the fields.
    // oxlint-disable-next-line no-await-in-loop
    await user.type(await screen.findByLabelText(label), value);
  }
}
export const submit = () => screen.getByRole('button', { name: /Confirmer et payer/ });
