import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSession } from '@/session/session';
import { backend } from '@/testing/backend';
import { renderComponent } from '@/testing/render';
import AuthDialog from './AuthDialog';
import type { AuthMode } from './authDialog';

const USER_AUTH = 'http://isula.test/functions/v1/user-auth';
const AUTH = 'http://isula.test/auth/v1';
const appOf = (id: string) => ({ id, factor_type: 'totp', status: 'verified', created_at: '2026-11-24T09:30:00Z' });
const onSuccess = vi.fn();
const onClose = vi.fn();

const advance = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

async function open(mode: AuthMode) {
  const { user } = renderComponent(<AuthDialog initialMode={mode} onSuccess={onSuccess} onClose={onClose} />);
  const dialog = await screen.findByRole('dialog');
  return { user, dialog: within(dialog) };
}

async function fill(user: UserEvent, fields: Record<string, string>) {
  const dialog = within(screen.getByRole('dialog'));
  for (const [label, text] of Object.entries(fields)) {
    const field = dialog.getByLabelText(label);
    // In sequence, as a user types.
    // oxlint-disable-next-line no-await-in-loop
    await user.clear(field);
    // oxlint-disable-next-line no-await-in-loop
    await user.type(field, text);
  }
}

const account = {
  Prénom: 'Léa',
  Nom: 'Mattei',
  'E-mail': 'lea@example.fr',
  'Mot de passe': 'secret1',
  'Confirmer le mot de passe': 'secret1',
};

beforeEach(() => {
  onSuccess.mockReset();
  onClose.mockReset();
});
afterEach(() => vi.useRealTimers());

describe('§2 auth dialog: login', () => {
  const credentials = { 'E-mail': 'lea@example.fr', 'Mot de passe': 'secret1' };
  const submit = () => within(screen.getByRole('dialog')).getByRole('button', { name: /^(Se connecter|Chargement\.\.\.)$/ });

  beforeEach(() => backend.use(http.get(`${AUTH}/user`, () => HttpResponse.json({ id: '1', email: 'lea@example.fr' }))));

  it('§4.5 auth: a login stores the session, runs the callback and closes', async () => {
    backend.use(
      http.post(USER_AUTH, () =>
        HttpResponse.json({ session: { access_token: 't' }, user: { id: '1', email: 'lea@example.fr' }, profile: { first_name: 'Léa' } }),
      ),
    );
    const { user } = await open('login');
    await fill(user, credentials);
    await user.click(submit());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(onSuccess).toHaveBeenCalledOnce();
    expect(readSession()).toEqual({ token: 't', profile: { id: '1', email: 'lea@example.fr', firstName: 'Léa' } });
  });

  it('§2.17 auth: the button is disabled and reads Chargement... meanwhile', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    backend.use(
      http.post(USER_AUTH, async () => {
        await held;
        return HttpResponse.json({ error: 'Identifiants invalides' }, { status: 401 });
      }),
    );
    const { user, dialog } = await open('login');
    await fill(user, credentials);
    await user.click(submit());
    expect(submit()).toBeDisabled();
    expect(submit()).toHaveTextContent('Chargement...');
    answer();
    expect(await dialog.findByRole('alert')).toHaveTextContent('Identifiants invalides');
    expect(submit()).toBeEnabled();
  });

  it.each([
    ['without a sentence', () => HttpResponse.json({}, { status: 500 }), 'Erreur lors de la connexion'],
    ['without an answer', () => HttpResponse.error(), 'Une erreur est survenue'],
  ])('§8.14 auth: a failed login %s says so', async (_, answer, sentence) => {
    backend.use(http.post(USER_AUTH, answer));
    const { user, dialog } = await open('login');
    await fill(user, credentials);
    await user.click(submit());
    expect(await dialog.findByRole('alert')).toHaveTextContent(sentence);
  });

  it('§5.2, §5.21 auth: e-mail and password are required, and the messages clear when a field changes', async () => {
    const { user, dialog } = await open('login');
    await user.click(submit());
    expect(await dialog.findAllByText('Ce champ est obligatoire.')).toHaveLength(2);
    expect(dialog.getByLabelText('E-mail')).toBeInvalid();
    await user.type(dialog.getByLabelText('E-mail'), 'l');
    expect(dialog.queryAllByText('Ce champ est obligatoire.')).toHaveLength(0);
  });
});

describe('§2.105 auth dialog: an account with an authenticator app', () => {
  const person = { id: '1', email: 'lea@example.fr', factors: ['f1', 'f2'].map(appOf) };
  const login = { session: { access_token: 'first' }, user: { id: '1', email: 'lea@example.fr' }, profile: { first_name: 'Léa' } };
  const ended = vi.fn();

  beforeEach(() => {
    ended.mockReset();
    backend.use(
      http.post(USER_AUTH, () => HttpResponse.json(login)),
      http.get(`${AUTH}/user`, () => HttpResponse.json(person)),
      http.post(`${AUTH}/factors/:id/challenge`, ({ params }) => HttpResponse.json({ id: `challenge of ${String(params['id'])}` })),
      http.post(`${AUTH}/factors/:id/verify`, async ({ params, request }) =>
        params['id'] === 'f2' && JSON.stringify(await request.json()).includes('123456')
          ? HttpResponse.json({ access_token: 'raised', expires_in: 3600, user: person })
          : HttpResponse.json({ code: 422, error_code: 'mfa_verification_failed', msg: 'No' }, { status: 422 }),
      ),
      http.post(`${AUTH}/logout`, ({ request }) => {
        ended(request.headers.get('authorization'));
        return new HttpResponse(null, { status: 204 });
      }),
    );
  });

  async function signIn() {
    const { user } = await open('login');
    await fill(user, { 'E-mail': 'lea@example.fr', 'Mot de passe': 'secret1' });
    await user.click(screen.getByRole('button', { name: 'Se connecter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Code de vérification' }));
    const send = async (code: string) => {
      await user.clear(dialog.getByLabelText('Code à six chiffres'));
      await user.type(dialog.getByLabelText('Code à six chiffres'), code);
      await user.click(dialog.getByRole('button', { name: 'Vérifier' }));
    };
    return { user, dialog, send };
  }

  it('is signed in after a code, of whichever app', async () => {
    const { dialog, send } = await signIn();
    expect(readSession()).toBeNull();
    await send('654321');
    expect(await dialog.findByText(/Ce code n'est pas valable/)).toBeVisible();
    await send('123456');
    await waitFor(() => expect(onSuccess).toHaveBeenCalledOnce());
    expect(readSession()).toEqual({ token: 'raised', profile: { id: '1', email: 'lea@example.fr', firstName: 'Léa' } });
    expect(ended).not.toHaveBeenCalled();
  });

  it('is not signed in when the person closes the dialog', async () => {
    const { user } = await signIn();
    await user.click(screen.getByRole('button', { name: 'Fermer' }));
    expect(onClose).toHaveBeenCalledOnce();
    await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('Bearer first'));
    expect(readSession()).toBeNull();
  });

  it('is signed in without a code if the backend does not tell its factors', async () => {
    backend.use(http.get(`${AUTH}/user`, () => HttpResponse.json({}, { status: 404 })));
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const { user } = await open('login');
    await fill(user, { 'E-mail': 'lea@example.fr', 'Mot de passe': 'secret1' });
    await user.click(screen.getByRole('button', { name: 'Se connecter' }));
    await waitFor(() => expect(readSession()?.token).toBe('first'));
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });
});

it('auth dialog: the login leads to the page that recovers a password, and closes', async () => {
  const { user, dialog } = await open('login');
  const link = dialog.getByRole('link', { name: /^Mot de passe oublié.\?$/ });
  expect(link).toHaveAttribute('href', '/mot-de-passe-oublie');
  await user.click(link);
  expect(onClose).toHaveBeenCalledOnce();
});

describe('§2 auth dialog: registration', () => {
  const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Créer mon compte' }));

  it('§4.4 auth: success shows a message and switches to login after 2000 ms', async () => {
    let sent: unknown;
    backend.use(
      http.post(USER_AUTH, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ user: { id: '1' } }, { status: 201 });
      }),
    );
    const { user, dialog } = await open('register');
    await fill(user, account);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await submit(user);
    expect(await dialog.findByText(/Votre compte a été créé avec succès/)).toBeInTheDocument();
    advance(2000);
    expect(await screen.findByRole('dialog', { name: 'Se connecter' })).toBeInTheDocument();
    expect(screen.getByLabelText('E-mail')).toHaveValue('lea@example.fr');
    expect(sent).toEqual({
      action: 'register',
      email: 'lea@example.fr',
      password: 'secret1',
      userData: { firstName: 'Léa', lastName: 'Mattei', phone: '', address: '', city: '', postalCode: '', country: 'France' },
    });
  });

  it.each([
    [{ 'Confirmer le mot de passe': 'secret2' }, 'Les mots de passe ne correspondent pas.'],
    [{ 'Mot de passe': '12345', 'Confirmer le mot de passe': '12345' }, 'Le mot de passe doit contenir au moins 6 caractères.'],
    [{ 'E-mail': 'lea' }, "L'adresse e-mail n'est pas valide."],
  ])('§5.1, §5.21 auth: %j is refused by the field', async (change, sentence) => {
    const { user, dialog } = await open('register');
    await fill(user, { ...account, ...change });
    await submit(user);
    expect(await dialog.findByText(sentence)).toBeInTheDocument();
  });

  it('§5.1 auth: an empty form is refused, and its first input has the focus', async () => {
    const { user, dialog } = await open('register');
    await submit(user);
    expect(await dialog.findAllByText('Ce champ est obligatoire.')).toHaveLength(5);
    expect(dialog.getByLabelText('Prénom')).toHaveFocus();
  });

  it('§8.1, §8.14 auth: an error response without a message says that registration failed', async () => {
    backend.use(http.post(USER_AUTH, () => HttpResponse.json({}, { status: 409 })));
    const { user, dialog } = await open('register');
    await fill(user, account);
    await submit(user);
    expect(await dialog.findByRole('alert')).toHaveTextContent("Erreur lors de l'inscription");
  });

  it('§2.15 auth: the two modes link to each other', async () => {
    const { user } = await open('register');
    await user.click(screen.getByRole('button', { name: 'Se connecter' }));
    expect(screen.getByRole('dialog', { name: 'Se connecter' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Créer un compte' }));
    expect(screen.getByRole('dialog', { name: 'Créer un compte' })).toBeInTheDocument();
  });
});
