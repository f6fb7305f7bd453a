import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PROFILE_KEY, TOKEN_KEY } from '@/session/session';
import { backend } from '@/testing/backend';
import { renderComponent } from '@/testing/render';
import ReviewDialog from './ReviewDialog';

const closed = vi.fn();
afterEach(() => {
  closed.mockReset();
  vi.useRealTimers();
});

const signIn = () => {
  localStorage.setItem(TOKEN_KEY, 'token-of-lea');
  localStorage.setItem(PROFILE_KEY, JSON.stringify({ id: 'lea', email: 'lea@example.com' }));
};
const answer = (body: object, status = 200) => {
  const sent = vi.fn();
  backend.use(
    http.post('*/functions/v1/hotel-reviews', async ({ request }) => {
      sent(await request.json());
      return HttpResponse.json(body, { status });
    }),
  );
  return sent;
};
async function open() {
  const { user } = renderComponent(<ReviewDialog hotel={{ id: 42, name: 'A Casetta' }} onClose={closed} />);
  await screen.findByRole('dialog');
  return user;
}
const publish = () => screen.getByRole('button', { name: "Publier l'avis" });
const star = (name: string) => screen.getByRole('radio', { name });

describe('§5 review', () => {
  it('§5.8, §5.23 review: five radios, each with its label', async () => {
    const user = await open();
    const levels = ['Très décevant', 'Décevant', 'Correct', 'Très bien', 'Excellent'];
    expect(screen.getAllByRole('radio')).toHaveLength(5);
    for (const [index, level] of levels.entries()) {
      // In sequence, as a user does it.
      // oxlint-disable-next-line no-await-in-loop
      await user.click(star(index === 0 ? '1 étoile' : `${index + 1} étoiles`));
      expect(screen.getByText(level)).toBeInTheDocument();
    }
  });

  it('§5.7, §5.24 review: is rejected without a rating, with an error', async () => {
    signIn();
    const user = await open();
    expect(publish()).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: /Titre/ }), 'Bien');
    expect(screen.getByText('Veuillez attribuer une note.')).toBeInTheDocument();
    expect(publish()).toBeDisabled();
    await user.click(star('4 étoiles'));
    expect(publish()).toBeEnabled();
    expect(screen.queryByText('Veuillez attribuer une note.')).not.toBeInTheDocument();
  });

  it('§5.7 review: asks a visitor to sign in, and sends nothing', async () => {
    const user = await open();
    await user.click(star('4 étoiles'));
    await user.click(publish());
    expect(screen.getByText('Vous devez être connecté pour laisser un avis.')).toBeInTheDocument();
  });

  it('§5.8 review: title to 100, comment to 500 with a counter, date not after today', async () => {
    const user = await open();
    expect(screen.getByRole('textbox', { name: /Titre/ })).toHaveAttribute('maxlength', '100');
    const comment = screen.getByRole('textbox', { name: /commentaire/ });
    expect(comment).toHaveAttribute('maxlength', '500');
    await user.type(comment, 'Parfait');
    expect(screen.getByText('7/500')).toBeInTheDocument();
    expect(screen.getByLabelText(/Date de votre séjour/)).toHaveAttribute('max', new Date().toLocaleDateString('sv', { timeZone: 'Europe/Paris' }));
  });

  it('§4.12, §8.6, §8.19 review: shows the success, and closes after two seconds', async () => {
    signIn();
    const sent = answer({ success: true });
    const user = await open();
    await user.click(star('5 étoiles'));
    await user.type(screen.getByRole('textbox', { name: /Titre/ }), 'Superbe');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    act(() => publish().click());
    expect(await screen.findByText('Votre avis a été publié avec succès !')).toBeInTheDocument();
    expect(sent).toHaveBeenCalledWith({
      hotelId: 42, hotelName: 'A Casetta', rating: 5, reviewTitle: 'Superbe', reviewText: '', stayDate: null,
    });
    expect(closed).not.toHaveBeenCalled();
    act(() => {
      vi.advanceTimersByTime(2000);
    });
    expect(closed).toHaveBeenCalledOnce();
  });

  it('review: shows the server’s message about a replaced review', async () => {
    signIn();
    answer({ success: true, replaced: true, message: 'Votre avis remplace le précédent.' });
    const user = await open();
    await user.click(star('4 étoiles'));
    await user.click(publish());
    expect(await screen.findByText('Votre avis remplace le précédent.')).toBeInTheDocument();
    expect(screen.queryByText('Votre avis a été publié avec succès !')).not.toBeInTheDocument();
  });

  it.each([
    [{ error: 'Un avis par séjour.' }, 409, 'Un avis par séjour.'],
    [{}, 500, 'Une erreur est survenue.'],
    [{ success: false }, 200, 'Une erreur est survenue.'],
  ])('§8.19 review: refused with %j', async (body, status, message) => {
    signIn();
    answer(body, status);
    const user = await open();
    await user.click(star('2 étoiles'));
    await user.click(publish());
    expect(await screen.findByText(message)).toBeInTheDocument();
    await waitFor(() => expect(publish()).toBeEnabled());
  });

  it('§5.24 review: a rating is enough; the button is disabled during the submission', async () => {
    signIn();
    let reply = () => {};
    const held = new Promise<void>((resolve) => (reply = resolve));
    backend.use(
      http.post('*/functions/v1/hotel-reviews', async () => {
        await held;
        return HttpResponse.json({ success: true });
      }),
    );
    const user = await open();
    await user.click(star('3 étoiles'));
    await user.click(publish());
    expect(await screen.findByRole('button', { name: 'Publication en cours...' })).toBeDisabled();
    reply();
    expect(await screen.findByText('Votre avis a été publié avec succès !')).toBeVisible();
  });

  it('§8.6, §8.19 review: no connection', async () => {
    signIn();
    backend.use(http.post('*/functions/v1/hotel-reviews', () => HttpResponse.error()));
    const user = await open();
    await user.click(star('2 étoiles'));
    await user.click(publish());
    expect(await screen.findByText('Erreur de connexion. Veuillez réessayer.')).toBeInTheDocument();
  });
});
