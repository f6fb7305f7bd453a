import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { CARD, fill, GUEST, hotels, setUpBooking, show, STAY, submit } from './bookingPageTesting';
import { pay } from './payment';

vi.mock('./payment', () => ({ pay: vi.fn() }));

setUpBooking();

const summary = () => screen.findByRole('complementary', { name: 'Récapitulatif' });

describe('§5.9, §5.10 booking: validation', () => {
  it('§8.20 requires the guest’s fields first', async () => {
    const { user } = show(STAY);
    await fill(user, CARD);
    await user.click(submit());
    const message = await screen.findByText('Veuillez remplir tous les champs obligatoires.');
    expect(message).toBeVisible();
    expect(message.closest('.notice')).toHaveClass('info');
  });

  it('then for the card', async () => {
    const { user } = show(STAY);
    await fill(user, GUEST);
    await user.click(submit());
    expect(await screen.findByText('Veuillez remplir toutes les informations de carte bancaire.')).toBeVisible();
  });

  it('§5.25 accepts any format in the card’s fields', async () => {
    vi.mocked(pay).mockResolvedValueOnce('BK123456789');
    const { user } = show(STAY);
    await fill(user, { ...GUEST, 'Numéro de carte': 'carte', "Date d'expiration": '99/99', CVV: '?', 'Nom du titulaire': '1' });
    await user.click(submit());
    expect(await screen.findByText('BK123456789')).toBeVisible();
  });

  it('limits the length of the card’s fields', async () => {
    show(STAY);
    expect(await screen.findByLabelText('Numéro de carte')).toHaveAttribute('maxlength', '19');
    expect(screen.getByLabelText("Date d'expiration")).toHaveAttribute('maxlength', '5');
    expect(screen.getByLabelText('CVV')).toHaveAttribute('maxlength', '4');
  });
});

describe('§2.51 booking: the guest', () => {
  it('may omit the address; the default country is France', async () => {
    show(STAY);
    expect(await screen.findByLabelText('Pays')).toHaveValue('France');
    for (const label of ['Adresse', 'Code postal', 'Ville', 'Pays']) expect(screen.getByLabelText(label)).not.toBeRequired();
    for (const label of Object.keys(GUEST)) expect(screen.getByLabelText(label)).toBeRequired();
  });
});

describe('§9.6 booking: the summary', () => {
  it('shows no taxes, and free cancellation until 24 hours before', async () => {
    show(STAY);
    await waitFor(async () => expect(await summary()).toHaveTextContent(/Taxes et frais0 €/));
    expect(await summary()).toHaveTextContent(/Annulation gratuite jusqu'à 24 h avant l'arrivée/);
  });

  it('is before the button, for who fills in the form on a phone', async () => {
    show(STAY);
    const position = (await screen.findByRole('button', { name: /Confirmer et payer/ })).compareDocumentPosition(await summary());
    expect(position & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
  });

  it.each([
    ['1', '2 adultes'],
    ['2', '2 voyageurs'],
    ['5%2B', '5+ voyageurs'],
  ])('§2.19 shows guests=%s as the search does: %s', async (guests, text) => {
    show(`${STAY}&guests=${guests}`);
    expect(within(await summary()).getByText(text)).toBeVisible();
  });
});

describe('§5.11 booking: the price is the hotel’s', () => {
  const stay = (query: string) => `/booking-confirmation?hotel=Maquis&checkin=2027-06-10&checkout=2027-06-12${query}`;
  const total = (euros: number) => screen.findByRole('button', { name: new RegExp(`^Confirmer et payer ${euros}\\s€$`) });

  it('not the address’s; one that differs is said', async () => {
    show(stay('&pricePerNight=1'));
    expect(await total(300)).toBeEnabled();
    expect(await screen.findByText(/^Le lien indiquait 1\s€ par nuit/)).toHaveTextContent(/actuel de l'établissement est de 150\s€ par nuit/);
  });

  it('also without one in the address', async () => {
    show(stay(''));
    expect(await total(300)).toBeEnabled();
    expect(screen.queryByText(/indiquait|indicatif|vérifier/)).not.toBeInTheDocument();
  });

  it('a resort’s room has its own', async () => {
    show("/booking-confirmation?hotel=Club Med Sant'Ambroggio&checkIn=2027-06-10&checkOut=2027-06-12&roomType=Suite&price=159€");
    expect(await total(518)).toBeEnabled();
    expect(await screen.findByText(/^Le lien indiquait 159\s€ par nuit/)).toBeVisible();
  });

  it.each([null, '0'])('a hotel whose price is %j cannot be booked', async (price) => {
    hotels(hotelRow({ name: 'Maquis', price_per_night: price }));
    show(stay('&pricePerNight=0'));
    expect(await screen.findByRole('heading', { name: 'Prix non communiqué' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Confirmer et payer/ })).not.toBeInTheDocument();
  });

  it('a price of 0 in the address is none', async () => {
    hotels();
    show(stay('&pricePerNight=0'));
    expect(await screen.findByRole('heading', { name: 'Prix non communiqué' })).toBeVisible();
  });

  it('§9.6 where nobody names one it is 45 euros, marked as indicative', async () => {
    hotels();
    show(stay(''));
    expect(await total(90)).toBeEnabled();
    expect(await screen.findByText(/^Prix indicatif/)).toBeVisible();
  });

  it('the address’s price stands, with a word, when the hotels cannot be read', async () => {
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.error()));
    show(stay('&pricePerNight=80'));
    expect(await total(160)).toBeEnabled();
    expect(await screen.findByText(/^Nous n'avons pas pu vérifier ce prix/)).toBeVisible();
  });
});

describe('§2.50 booking: dates that are over or reversed', () => {
  it.each([
    { dates: 'checkin=2020-06-10&checkout=2020-06-12', message: /passé/ },
    { dates: 'checkin=2031-06-12&checkout=2031-06-10', message: /Le départ doit suivre l'arrivée/ },
  ])('$dates are asked for again', async ({ dates, message }) => {
    const { user } = show(`/booking-confirmation?hotel=Maquis&${dates}`);
    expect(await screen.findByText(message)).toBeVisible();
    await user.clear(screen.getByLabelText('Arrivée'));
    await user.type(screen.getByLabelText('Arrivée'), '2031-06-20');
    await user.clear(screen.getByLabelText('Départ'));
    await user.type(screen.getByLabelText('Départ'), '2031-06-22');
    await user.click(screen.getByRole('button', { name: 'Continuer' }));
    expect(await summary()).toHaveTextContent('2 nuits');
  });

  it('a rental in the past asks for others too', async () => {
    const { user } = show('/booking-confirmation?type=car&id=7&pickupDate=2020-07-01&returnDate=2020-07-04');
    await user.clear(await screen.findByLabelText('Départ'));
    await user.type(screen.getByLabelText('Départ'), '2031-06-20');
    await user.clear(screen.getByLabelText('Retour'));
    await user.type(screen.getByLabelText('Retour'), '2031-06-20');
    await user.click(screen.getByRole('button', { name: 'Continuer' }));
    expect(await summary()).toHaveTextContent('1 jour');
  });
});

describe('§5.25 booking: the fields help', () => {
  it('group the card’s digits and set the slash of its date', async () => {
    const { user } = show(STAY);
    await fill(user, { 'Numéro de carte': '4242424242424242', "Date d'expiration": '529' });
    expect(screen.getByLabelText('Numéro de carte')).toHaveValue('4242 4242 4242 4242');
    expect(screen.getByLabelText("Date d'expiration")).toHaveValue('05/29');
    await user.clear(screen.getByLabelText("Date d'expiration"));
    await user.click(screen.getByLabelText("Date d'expiration"));
    await user.paste('12/2029');
    expect(screen.getByLabelText("Date d'expiration")).toHaveValue('12/29');
  });

  it('hint at a mistyped e-mail, and take it all the same', async () => {
    vi.mocked(pay).mockResolvedValueOnce('BK123456789');
    const { user } = show(STAY);
    await fill(user, { ...GUEST, 'E-mail': 'marie@gmial.com', ...CARD });
    expect(screen.getByText(/Vouliez-vous dire marie@gmail.com/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Corriger' }));
    expect(screen.getByLabelText('E-mail')).toHaveValue('marie@gmail.com');
    await user.clear(screen.getByLabelText('E-mail'));
    await user.type(screen.getByLabelText('E-mail'), 'marie');
    await user.tab();
    expect(screen.getByText(/Cette adresse semble incomplète/)).toBeVisible();
    await user.click(submit());
    expect(await screen.findByText('BK123456789')).toBeVisible();
  });
});

/** Submits a booking whose payment goes on until `confirm`. */
async function startPayment() {
  let confirm: (code: string) => void = () => {};
  vi.mocked(pay).mockReturnValueOnce(new Promise((resolve) => (confirm = resolve)));
  const { user, router } = show(STAY);
  await fill(user, { ...GUEST, ...CARD });
  await user.click(submit());
  expect(await screen.findByRole('button', { name: 'Traitement en cours...' })).toBeDisabled();
  return { router, confirm };
}

describe('§4.13, §2.51 booking: editing, submitting, success', () => {
  it('is cancelled by leaving the page during the payment', async () => {
    const { router, confirm } = await startPayment();
    await act(() => router.navigate('/'));
    await act(async () => confirm('BK123456789'));
    expect(router.state.location.pathname).toBe('/');
    expect(screen.getByText('home')).toBeVisible();
  });

  it('§7.27 shows the submitting state, then the confirmation', async () => {
    const { router, confirm } = await startPayment();

    confirm('BKAB12CD34E');
    expect(await screen.findByText('BKAB12CD34E')).toBeVisible();
    expect(screen.getByText('Confirmé')).toBeVisible();
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      confirmation: 'BKAB12CD34E',
      hotel: 'Maquis',
      total: '300',
    });
  });

  it('§8.7, §8.20 booking: a failed payment shows an error and can be retried', async () => {
    vi.mocked(pay).mockRejectedValueOnce(new Error('refused'));
    const { user } = show(STAY);
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
      const { router } = show(address);
      await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    },
  );
});
