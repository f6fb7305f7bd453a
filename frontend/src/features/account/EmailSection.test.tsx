import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { readSession, startSession } from '@/session/session';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import { Component as AccountPage } from './AccountPage';

const USER = '*/auth/v1/user';
let account: { id: string; email: string; new_email?: string };

beforeAll(() => i18next.loadNamespaces(['account', 'auth']));
beforeEach(() => {
  account = { id: 'u1', email: 'lea@example.fr' };
  backend.use(
    http.get('*/functions/v1/user-account/profile', () => HttpResponse.json({ profile: null })),
    http.get('*/functions/v1/user-account/sessions', () => HttpResponse.json({ sessions: [] })),
    http.get(USER, () => HttpResponse.json(account)),
  );
});
afterEach(() => window.history.replaceState(null, '', '/'));

const signIn = () => startSession({ session: { access_token: 'token-of-lea', expires_in: undefined }, user: account, profile: { first_name: 'Léa' } });

function show(fragment = '') {
  window.history.replaceState(null, '', `/compte${fragment}`);
  return renderRoutes([{ path: '/compte', Component: AccountPage }], '/compte');
}
const addressSection = async () => within(await screen.findByRole('region', { name: 'Adresse e-mail' }));

describe('§2.103 account: the address', () => {
  beforeEach(signIn);

  it('is changed by the link of a mail, which the page announces', async () => {
    const sent = vi.fn();
    backend.use(
      http.put(USER, async ({ request }) => {
        sent(new URL(request.url).search, await request.json());
        account.new_email = 'ghjulia@example.fr';
        return HttpResponse.json(account);
      }),
    );
    const { user } = show();
    const address = await addressSection();
    await user.type(address.getByLabelText('Nouvelle adresse e-mail'), ' ghjulia@example.fr ');
    await user.click(address.getByRole('button', { name: "Changer l'adresse" }));
    expect(await address.findByRole('status')).toHaveTextContent('La nouvelle adresse ghjulia@example.fr attend sa confirmation');
    const destination = encodeURIComponent(new URL('/compte', location.origin).href);
    expect(sent).toHaveBeenCalledExactlyOnceWith(`?redirect_to=${destination}`, { email: 'ghjulia@example.fr' });
    expect(readSession()?.profile.email).toBe('lea@example.fr');
  });

  it.each([
    ['', 'Ce champ est obligatoire.'],
    ['lea', "L'adresse e-mail n'est pas valide."],
    ['LEA@example.fr', "C'est déjà l'adresse du compte."],
  ])('is rejected before it is sent: %j', async (typed, sentence) => {
    const { user } = show();
    const address = await addressSection();
    if (typed) await user.type(address.getByLabelText('Nouvelle adresse e-mail'), typed);
    await user.click(address.getByRole('button', { name: "Changer l'adresse" }));
    expect(await address.findByText(sentence)).toBeInTheDocument();
  });

  it('of another account is rejected', async () => {
    backend.use(http.put(USER, () => HttpResponse.json({ code: 422, error_code: 'email_exists', msg: 'No' }, { status: 422 })));
    const { user } = show();
    const address = await addressSection();
    await user.type(address.getByLabelText('Nouvelle adresse e-mail'), 'marie@example.fr');
    await user.click(address.getByRole('button', { name: "Changer l'adresse" }));
    expect(await address.findByRole('alert')).toHaveTextContent('Cette adresse a déjà un compte.');
  });

  it('needs the second factor of the account, and the session stays', async () => {
    backend.use(http.put(USER, () => HttpResponse.json({ code: 401, error_code: 'insufficient_aal', msg: 'No' }, { status: 401 })));
    const { user } = show();
    const address = await addressSection();
    await user.type(address.getByLabelText('Nouvelle adresse e-mail'), 'ghjulia@example.fr');
    await user.click(address.getByRole('button', { name: "Changer l'adresse" }));
    expect(await address.findByRole('alert')).toHaveTextContent('Ce compte est protégé par un second facteur.');
    expect(readSession()?.token).toBe('token-of-lea');
  });
});

describe('§2.103 account: the link that confirms an address', () => {
  const link = '#access_token=token-of-mail&expires_in=604800&token_type=bearer&type=email_change';

  function followLogouts() {
    const ended = vi.fn();
    backend.use(
      http.post('*/auth/v1/logout', ({ request }) => {
        ended(request.headers.get('authorization'));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    return ended;
  }

  it('changes the address of the session here, and ends its own', async () => {
    const ended = followLogouts();
    signIn();
    account = { id: 'u1', email: 'ghjulia@example.fr' };
    show(link);
    expect(await screen.findByText('Votre adresse est maintenant ghjulia@example.fr.')).toBeVisible();
    await waitFor(() => expect(readSession()).toEqual({ token: 'token-of-lea', profile: { id: 'u1', email: 'ghjulia@example.fr', firstName: 'Léa' } }));
    expect(ended).toHaveBeenCalledExactlyOnceWith('Bearer token-of-mail');
    expect(location.hash).toBe('');
  });

  it('does not sign a visitor in', async () => {
    followLogouts();
    show(link);
    expect(await screen.findByText('Votre adresse est maintenant lea@example.fr.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Se connecter' })).toBeVisible();
    expect(readSession()).toBeNull();
  });

  it.each([
    ['#message=Confirmation+link+accepted', "Ouvrez aussi celui que l'autre adresse a reçu."],
    ['#error=access_denied&error_code=otp_expired', "Ce lien a déjà servi ou n'est plus valable."],
  ])('says what it has not done: %s', async (fragment, sentence) => {
    show(fragment);
    expect(await screen.findByText(new RegExp(sentence))).toBeVisible();
  });
});
