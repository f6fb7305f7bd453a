import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { PROFILE_KEY, TOKEN_KEY } from '@/session/session';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import '@/widgets/reviews/ReviewDialog';
import { Component as BookingPage } from './BookingPage';
import { Component as BookingSuccessPage } from './BookingSuccessPage';
import { pay } from './payment';

vi.mock('./payment', () => ({ pay: vi.fn() }));

const STAY = '/booking-confirmation?hotel=Maquis&location=Bonifacio&checkin=2027-06-10&checkout=2027-06-12&pricePerNight=150';
const routes = [
  { path: '/', element: <p>home</p> },
  { path: '/booking-confirmation', Component: BookingPage },
  { path: '/booking-success', Component: BookingSuccessPage },
];
const GUEST = { Prénom: 'Marie', Nom: 'Dumas', 'E-mail': 'marie@example.com', Téléphone: '0600000000' };
const CARD = { 'Numéro de carte': '4242424242424242', "Date d'expiration": '12/29', CVV: '123', 'Nom du titulaire': 'M DUMAS' };

beforeAll(() => i18next.loadNamespaces(['booking', 'booking-car', 'cars', 'search']));

async function fill(user: ReturnType<typeof renderRoutes>['user'], fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) {
    // In sequence, as a user fills the fields.
    // oxlint-disable-next-line no-await-in-loop
    await user.type(await screen.findByLabelText(label), value);
  }
}
const submit = () => screen.getByRole('button', { name: /Confirmer et payer/ });

describe('§5.9, §5.10 booking: validation', () => {
  it('§8.20 requires the guest’s fields first', async () => {
    const { user } = renderRoutes(routes, STAY);
    await fill(user, CARD);
    await user.click(submit());
    const message = await screen.findByText('Veuillez remplir tous les champs obligatoires.');
    expect(message).toBeVisible();
    expect(message.closest('.notice')).toHaveClass('info');
  });

  it('then for the card', async () => {
    const { user } = renderRoutes(routes, STAY);
    await fill(user, GUEST);
    await user.click(submit());
    expect(await screen.findByText('Veuillez remplir toutes les informations de carte bancaire.')).toBeVisible();
  });

  it('§5.25 accepts any format in the card’s fields', async () => {
    vi.mocked(pay).mockResolvedValueOnce('BK123456789');
    const { user } = renderRoutes(routes, STAY);
    await fill(user, { ...GUEST, 'Numéro de carte': 'carte', "Date d'expiration": '99/99', CVV: '?', 'Nom du titulaire': '1' });
    await user.click(submit());
    expect(await screen.findByText('BK123456789')).toBeVisible();
  });

  it('limits the length of the card’s fields', async () => {
    renderRoutes(routes, STAY);
    expect(await screen.findByLabelText('Numéro de carte')).toHaveAttribute('maxlength', '19');
    expect(screen.getByLabelText("Date d'expiration")).toHaveAttribute('maxlength', '5');
    expect(screen.getByLabelText('CVV')).toHaveAttribute('maxlength', '4');
  });
});

describe('§2.51 booking: the guest', () => {
  it('may omit the address; the default country is France', async () => {
    renderRoutes(routes, STAY);
    expect(await screen.findByLabelText('Pays')).toHaveValue('France');
    for (const label of ['Adresse', 'Code postal', 'Ville', 'Pays']) expect(screen.getByLabelText(label)).not.toBeRequired();
    for (const label of Object.keys(GUEST)) expect(screen.getByLabelText(label)).toBeRequired();
  });
});

describe('§9.6 booking: the summary', () => {
  it('shows no taxes, and free cancellation until 24 hours before', async () => {
    renderRoutes(routes, STAY);
    const summary = await screen.findByRole('complementary', { name: 'Récapitulatif' });
    expect(summary).toHaveTextContent(/Taxes et frais0 €/);
    expect(summary).toHaveTextContent(/Annulation gratuite jusqu'à 24 h avant l'arrivée/);
  });
});

describe('§4.13, §2.51 booking: editing, submitting, success', () => {
  it('is cancelled by leaving the page during the payment', async () => {
    let confirm: (code: string) => void = () => {};
    vi.mocked(pay).mockReturnValueOnce(new Promise((resolve) => (confirm = resolve)));
    const { user, router } = renderRoutes(routes, STAY);
    await fill(user, { ...GUEST, ...CARD });
    await user.click(submit());
    expect(await screen.findByRole('button', { name: 'Traitement en cours...' })).toBeDisabled();
    await act(() => router.navigate('/'));
    await act(async () => confirm('BK123456789'));
    expect(router.state.location.pathname).toBe('/');
    expect(screen.getByText('home')).toBeVisible();
  });

  it('§7.27 shows the submitting state, then the confirmation', async () => {
    let confirm: (code: string) => void = () => {};
    vi.mocked(pay).mockReturnValueOnce(new Promise((resolve) => (confirm = resolve)));
    const { user, router } = renderRoutes(routes, STAY);
    await fill(user, { ...GUEST, ...CARD });
    await user.click(submit());
    expect(await screen.findByRole('button', { name: 'Traitement en cours...' })).toBeDisabled();

    confirm('BKAB12CD34E');
    expect(await screen.findByText('BKAB12CD34E')).toBeVisible();
    expect(screen.getByText('Confirmé')).toBeVisible();
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      confirmation: 'BKAB12CD34E',
      hotel: 'Maquis',
      total: '300',
    });
  });

  it('§9.21 booking success: the hotel contacts its guest within 24 hours', async () => {
    renderRoutes(routes, '/booking-success?confirmation=BKAB12CD34E&hotel=Maquis&total=300');
    expect(await screen.findByText(/Il vous contacte sous 24 h/)).toBeVisible();
  });

  it('§2.53 booking success: a button opens the review of the hotel', async () => {
    const { user } = renderRoutes(routes, '/booking-success?confirmation=BKAB12CD34E&hotel=Maquis&total=300');
    await user.click(await screen.findByRole('button', { name: 'Laisser un avis' }));
    expect(await screen.findByRole('dialog', { name: /Maquis/ })).toBeVisible();
  });

  it('§2.53 booking success: the review of a club is stored by its slug', async () => {
    localStorage.setItem(TOKEN_KEY, 'token-of-lea');
    localStorage.setItem(PROFILE_KEY, JSON.stringify({ id: 'lea', email: 'lea@example.com' }));
    const sent = vi.fn();
    backend.use(
      http.post('*/functions/v1/hotel-reviews', async ({ request }) => {
        sent(await request.json());
        return HttpResponse.json({ success: true });
      }),
    );
    const { user } = renderRoutes(routes, '/booking-success?confirmation=BKAB12CD34E&hotel=Belambra+Clubs+Pineto&total=300');
    await user.click(await screen.findByRole('button', { name: 'Laisser un avis' }));
    await user.click(await screen.findByRole('radio', { name: '5 étoiles' }));
    await user.click(screen.getByRole('button', { name: "Publier l'avis" }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ hotelId: 'belambra-pineto' })));
  });

  it('§2.74 a paid rental has a receipt of its own: the car, four steps, and no review', async () => {
    vi.mocked(pay).mockResolvedValueOnce('BKAB12CD34E');
    const { user, router } = renderRoutes(routes, '/booking-confirmation?type=car&id=7&pickupDate=2031-07-01&returnDate=2031-07-04');
    await fill(user, { ...GUEST, ...CARD });
    await user.click(submit());
    expect(await screen.findByText('Fiat 500C')).toBeVisible();
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toMatchObject({ hotel: 'Fiat 500C', total: '186', type: 'car' });
    const steps = within(screen.getByRole('region', { name: /^Et maintenant\s\?$/ })).getAllByRole('listitem');
    expect(steps).toHaveLength(4);
    expect(steps[2]).toHaveTextContent('Passez au comptoir');
    expect(screen.queryByRole('button', { name: 'Laisser un avis' })).not.toBeInTheDocument();
  });

  it('§8.7, §8.20 booking: a failed payment shows an error and can be retried', async () => {
    vi.mocked(pay).mockRejectedValueOnce(new Error('refused'));
    const { user } = renderRoutes(routes, STAY);
    await fill(user, { ...GUEST, ...CARD });
    await user.click(submit());
    const message = await screen.findByText('Une erreur est survenue lors du paiement. Veuillez réessayer.');
    expect(message).toBeVisible();
    expect(message.closest('.notice')).toHaveClass('error');
    expect(submit()).toBeEnabled();
  });
});

describe('§2.50, §2.54: redirects home if a parameter is missing', () => {
  it.each(['/booking-confirmation?hotel=Maquis', '/booking-success?hotel=Maquis', '/booking-success?confirmation=BK123456789'])(
    '%s',
    async (address) => {
      const { router } = renderRoutes(routes, address);
      await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    },
  );
});
