import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { readSession } from '@/session/session';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import { Component as NewPasswordPage } from './NewPasswordPage';

const VALID = '#access_token=token-of-mail&expires_in=604800&refresh_token=r&token_type=bearer&type=recovery';
const USER = { id: 'u1', email: 'lea@example.fr', user_metadata: { firstName: 'Léa' } };

beforeAll(() => i18next.loadNamespaces(['account', 'auth']));
afterEach(() => window.history.replaceState(null, '', '/'));

function show(fragment: string) {
  window.history.replaceState(null, '', `/nouveau-mot-de-passe${fragment}`);
  return renderRoutes([{ path: '/nouveau-mot-de-passe', Component: NewPasswordPage }], '/nouveau-mot-de-passe');
}

function answerUpdate(answer: () => Response) {
  const asked = vi.fn();
  backend.use(
    http.put('*/auth/v1/user', async ({ request }) => {
      asked({ bearer: request.headers.get('authorization'), body: await request.json() });
      return answer();
    }),
  );
  return asked;
}
const answerProfile = (profile: object | null) =>
  backend.use(http.get('*/functions/v1/user-account/profile', () => HttpResponse.json({ profile })));

async function choose(user: ReturnType<typeof show>['user'], password: string, confirmation = password) {
  await user.type(await screen.findByLabelText('Nouveau mot de passe'), password);
  await user.type(screen.getByLabelText('Confirmer le mot de passe'), confirmation);
  await user.click(screen.getByRole('button', { name: 'Enregistrer le mot de passe' }));
}

describe('§2.99 account: a new password', () => {
  it('is set with the token of the link, which leaves the address, and starts the session', async () => {
    const asked = answerUpdate(() => HttpResponse.json(USER));
    answerProfile({ first_name: 'Ghjulia', last_name: 'Mattei' });
    const { user } = show(VALID);
    await choose(user, 'torrent-2026');
    expect(await screen.findByRole('status')).toHaveTextContent('Votre mot de passe est changé, et vous êtes connecté.');
    expect(asked).toHaveBeenCalledExactlyOnceWith({ bearer: 'Bearer token-of-mail', body: { password: 'torrent-2026' } });
    expect(location.hash).toBe('');
    expect(readSession()).toEqual({ token: 'token-of-mail', profile: { id: 'u1', email: 'lea@example.fr', firstName: 'Ghjulia' } });
    expect(screen.getByRole('link', { name: 'Mon compte' })).toHaveAttribute('href', '/compte');
  });

  it('waits for a code where the account has a second factor', async () => {
    const account = { ...USER, factors: [{ id: 'f1', factor_type: 'totp', status: 'verified', created_at: '2026-11-24T09:30:00Z' }] };
    const saved = vi.fn();
    backend.use(
      http.get('*/auth/v1/user', () => HttpResponse.json(account)),
      http.post('*/auth/v1/factors/f1/challenge', () => HttpResponse.json({ id: 'c1' })),
      http.post('*/auth/v1/factors/f1/verify', () => HttpResponse.json({ access_token: 'raised-token', expires_in: 3600, user: USER })),
      http.put('*/auth/v1/user', async ({ request }) => {
        const bearer = request.headers.get('authorization');
        if (bearer !== 'Bearer raised-token') return HttpResponse.json({ code: 401, error_code: 'insufficient_aal', msg: 'No' }, { status: 401 });
        saved(await request.json());
        return HttpResponse.json(USER);
      }),
    );
    answerProfile(null);
    const { user } = show(VALID);
    await choose(user, 'torrent-2026');
    await user.type(await screen.findByLabelText('Code à six chiffres'), '123456');
    await user.click(screen.getByRole('button', { name: 'Enregistrer le mot de passe' }));
    expect(await screen.findByRole('status')).toHaveTextContent('Votre mot de passe est changé');
    expect(saved).toHaveBeenCalledExactlyOnceWith({ password: 'torrent-2026' });
    expect(readSession()?.token).toBe('raised-token');
  });

  it('greets by the name of the account if there is no profile', async () => {
    answerUpdate(() => HttpResponse.json(USER));
    answerProfile(null);
    const { user } = show(VALID);
    await choose(user, 'torrent-2026');
    await waitFor(() => expect(readSession()?.profile.firstName).toBe('Léa'));
  });

  it.each([
    [422, 'same_password', "Choisissez un mot de passe différent de l'ancien."],
    [422, 'weak_password', /trop facile à deviner/],
    [403, 'session_not_found', /Votre session est trop ancienne/],
  ])('a rejection with status %d and code %s is explained, and the form stays', async (status, error_code, text) => {
    answerUpdate(() => HttpResponse.json({ code: status, error_code, msg: 'In English' }, { status }));
    const { user } = show(VALID);
    await choose(user, 'torrent-2026');
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('Nouveau mot de passe')).toHaveValue('torrent-2026');
    expect(readSession()).toBeNull();
  });

  it.each([
    ['12345', '12345', 'Le mot de passe doit contenir au moins 6 caractères.'],
    ['torrent-2026', 'torrent-2027', 'Les mots de passe ne correspondent pas.'],
  ])('%s and %s are rejected by the field', async (password, confirmation, text) => {
    const { user } = show(VALID);
    await choose(user, password, confirmation);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('an expired link leads to a new one', async () => {
    show('#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired');
    expect(await screen.findByRole('alert')).toHaveTextContent("Ce lien a déjà servi ou n'est plus valable.");
    expect(screen.getByRole('link', { name: 'Recevoir un nouveau lien' })).toHaveAttribute('href', '/mot-de-passe-oublie');
    expect(location.hash).toBe('');
  });

  it('without a link it says where to find one', async () => {
    show('');
    expect(await screen.findByRole('status')).toHaveTextContent('ouvrez le lien que vous avez reçu par e-mail');
    expect(screen.queryByLabelText('Nouveau mot de passe')).not.toBeInTheDocument();
  });
});
