import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { PROFILE_KEY, TOKEN_KEY } from '@/session/session';
import { backend } from '@/testing/backend';
import '@/widgets/reviews/ReviewDialog';
import { CARD, fill, GUEST, setUpBooking, show, STAY, submit } from './bookingPageTesting';
import { pay } from './payment';

vi.mock('./payment', () => ({ pay: vi.fn() }));

setUpBooking();

describe('§2.52, §2.53 booking success', () => {
  it('§2.52 booking success: keeps what was booked, and Back does not lead to the payment', async () => {
    vi.mocked(pay).mockResolvedValueOnce('BKAB12CD34E');
    const { user, router } = show('/');
    await act(() => router.navigate(`${STAY}&guests=1`));
    await fill(user, { ...GUEST, ...CARD });
    await user.click(submit());
    const receipt = (await screen.findByText('BKAB12CD34E')).closest('dl');
    for (const text of ['Bonifacio', '10 juin 2027', '12 juin 2027', '2 nuits', '2 adultes', 'Chambre Standard']) {
      expect(receipt).toHaveTextContent(text);
    }
    expect(receipt).toHaveTextContent(/Montant payé \(démonstration\)300\s€Paiement simulé\s: aucune somme n'a été débitée/);
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe('/');

    await act(() => router.navigate(`${STAY}&guests=1`));
    expect(await screen.findByRole('heading', { name: 'Vous avez déjà réservé' })).toBeVisible();
    expect(screen.queryByLabelText('Numéro de carte')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Faire une autre réservation' }));
    expect(await screen.findByLabelText('Numéro de carte')).toBeVisible();
  });

  it('§2.52 booking success: a reload keeps the date; the address alone has neither dates nor stay', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-02T09:30:00Z') });
    const address = '/booking-success?confirmation=BKAB12CD34E&hotel=Maquis&total=300';
    const { unmount } = show(address);
    expect(await screen.findByText('2 janvier 2027 à 10:30')).toBeVisible();
    expect(screen.getByText(/ne sont pas conservés dans cette fenêtre/)).toBeVisible();
    expect(screen.queryByText('Voyageurs')).not.toBeInTheDocument();
    unmount();
    vi.setSystemTime(new Date('2027-01-03T09:30:00Z'));
    show(address);
    expect(await screen.findByText('2 janvier 2027 à 10:30')).toBeVisible();
    vi.useRealTimers();
  });

  it('§9.21 booking success: the hotel contacts its guest within 24 hours', async () => {
    show('/booking-success?confirmation=BKAB12CD34E&hotel=Maquis&total=300');
    expect(await screen.findByText(/Il vous contacte sous 24 h/)).toBeVisible();
  });

  it('§2.53 booking success: a button opens the review of the hotel', async () => {
    const { user } = show('/booking-success?confirmation=BKAB12CD34E&hotel=Maquis&total=300');
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
    const { user } = show('/booking-success?confirmation=BKAB12CD34E&hotel=Belambra+Clubs+Pineto&total=300');
    await user.click(await screen.findByRole('button', { name: 'Laisser un avis' }));
    await user.click(await screen.findByRole('radio', { name: '5 étoiles' }));
    await user.click(screen.getByRole('button', { name: "Publier l'avis" }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ hotelId: 'belambra-pineto' })));
  });

  it('§2.74 a paid rental has a receipt of its own: the car, four steps, and no review', async () => {
    vi.mocked(pay).mockResolvedValueOnce('BKAB12CD34E');
    const { user, router } = show('/booking-confirmation?type=car&id=7&pickupDate=2031-07-01&returnDate=2031-07-04');
    await fill(user, { ...GUEST, ...CARD });
    await user.click(submit());
    expect(await screen.findByText('Fiat 500C')).toBeVisible();
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toMatchObject({ hotel: 'Fiat 500C', total: '186', type: 'car' });
    const steps = within(screen.getByRole('region', { name: /^Et maintenant\s\?$/ })).getAllByRole('listitem');
    expect(steps).toHaveLength(4);
    expect(steps[2]).toHaveTextContent('Passez au comptoir');
    expect(screen.queryByRole('button', { name: 'Laisser un avis' })).not.toBeInTheDocument();
  });
});
