import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { PROFILE_KEY, readSession, startSession, TOKEN_KEY } from '@/session/session';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import { Component as AccountPage } from './AccountPage';

const ACCOUNT = '*/functions/v1/user-account';
const EMPTY_ROW = { first_name: 'Léa', last_name: 'Mattei', phone: '', address: '', city: '', postal_code: '', country: 'France' };
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

const session = (id: string, userAgent: string | null, isCurrent = false) => ({
  id,
  created_at: '2026-11-24T09:30:00Z',
  last_used_at: '2026-11-24T09:30:00Z',
  user_agent: userAgent,
  address: '192.0.2.7',
  is_current: isCurrent,
});
const protectedAccount = () => ({
  id: 'u1',
  email: 'lea@example.fr',
  factors: [{ id: 'f1', factor_type: 'totp', status: 'verified', created_at: '2026-11-24T09:30:00Z' }],
});
const login = (token: string) => ({ session: { access_token: token }, user: { id: 'u1', email: 'lea@example.fr' }, profile: { first_name: 'Léa' } });

// React Aria, which the dialog needs, does not count against a test's timeout.
beforeAll(() => Promise.all([i18next.loadNamespaces(['account', 'auth']), import('./DeletionDialog')]), 30_000);
beforeEach(() => localStorage.clear());

let sessions: ReturnType<typeof session>[];
beforeEach(() => {
  sessions = [session('s2', IPHONE), session('s1', CHROME, true)];
  backend.use(
    http.get(`${ACCOUNT}/profile`, () => HttpResponse.json({ profile: EMPTY_ROW })),
    http.get(`${ACCOUNT}/sessions`, () => HttpResponse.json({ sessions })),
    http.get('*/auth/v1/user', () => HttpResponse.json({ id: 'u1', email: 'lea@example.fr' })),
  );
});

const routes = [
  { path: '/compte', Component: AccountPage },
  { path: '/', element: 'Accueil' },
];
function show() {
  startSession(login('token-of-lea'));
  return renderRoutes(routes, '/compte');
}
const section = async (name: string) => within(await screen.findByRole('region', { name }));

it('§2.100 account: a visitor is asked to sign in, and nothing is requested', async () => {
  renderRoutes(routes, '/compte');
  expect(await screen.findByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

describe('§2.100 account: the profile', () => {
  it('is shown, saved, and greets by its first name', async () => {
    const sent = vi.fn();
    backend.use(
      http.put(`${ACCOUNT}/profile`, async ({ request }) => {
        sent(await request.json());
        return HttpResponse.json({ profile: { ...EMPTY_ROW, first_name: 'Ghjulia', city: 'Corte' } });
      }),
    );
    const { user } = show();
    const profile = await section('Vos coordonnées');
    const firstName = await profile.findByLabelText('Prénom');
    expect(firstName).toHaveValue('Léa');
    await user.clear(firstName);
    await user.type(firstName, ' Ghjulia ');
    await user.type(profile.getByLabelText('Ville'), 'Corte');
    await user.click(profile.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(readSession()?.profile.firstName).toBe('Ghjulia'));
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      firstName: 'Ghjulia',
      lastName: 'Mattei',
      phone: '',
      address: '',
      city: 'Corte',
      postalCode: '',
      country: 'France',
    });
    expect(firstName).toHaveValue('Ghjulia');
  });

  it('needs a first and a last name, and shows what the server rejects', async () => {
    backend.use(
      http.put(`${ACCOUNT}/profile`, () =>
        HttpResponse.json({ error: 'Le champ « Ville » est invalide.', code: 'validation_failed' }, { status: 400 }),
      ),
    );
    const { user } = show();
    const profile = await section('Vos coordonnées');
    const save = () => user.click(profile.getByRole('button', { name: 'Enregistrer' }));
    const lastName = await profile.findByLabelText('Nom');
    await user.clear(lastName);
    await save();
    expect(await profile.findByText('Ce champ est obligatoire.')).toBeInTheDocument();
    expect(lastName).toBeInvalid();
    await user.type(lastName, 'Mattei');
    await save();
    expect(await profile.findByRole('alert')).toHaveTextContent('Le champ « Ville » est invalide.');
  });

  it('can be filled in for an account without one', async () => {
    backend.use(http.get(`${ACCOUNT}/profile`, () => HttpResponse.json({ profile: null })));
    show();
    const profile = await section('Vos coordonnées');
    expect(await profile.findByLabelText('Prénom')).toHaveValue('');
  });

  it('that cannot be read can be asked for again', async () => {
    backend.use(http.get(`${ACCOUNT}/profile`, () => HttpResponse.json({}, { status: 500 }), { once: true }));
    const { user } = show();
    const profile = await section('Vos coordonnées');
    await user.click(await profile.findByRole('button', { name: 'Réessayer' }));
    expect(await profile.findByLabelText('Prénom')).toHaveValue('Léa');
  });
});

describe('§2.101 account: the password', () => {
  async function change(user: ReturnType<typeof show>['user'], current: string, next: string) {
    const form = await section('Mot de passe');
    await user.type(form.getByLabelText('Mot de passe actuel'), current);
    await user.type(form.getByLabelText('Nouveau mot de passe'), next);
    await user.type(form.getByLabelText('Confirmer le mot de passe'), next);
    await user.click(form.getByRole('button', { name: 'Changer le mot de passe' }));
    return form;
  }

  it('is changed in a new session, which becomes the site’s', async () => {
    const sent = vi.fn();
    backend.use(
      http.post('*/functions/v1/user-auth', () => HttpResponse.json(login('new-token'))),
      http.put('*/auth/v1/user', async ({ request }) => {
        sent(request.headers.get('authorization'), await request.json());
        return HttpResponse.json({ id: 'u1', email: 'lea@example.fr' });
      }),
    );
    const { user } = show();
    const form = await change(user, 'maquis-2026', 'torrent-2026');
    await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBe('new-token'));
    expect(sent).toHaveBeenCalledExactlyOnceWith('Bearer new-token', { password: 'torrent-2026', current_password: 'maquis-2026' });
    expect(form.getByLabelText('Mot de passe actuel')).toHaveValue('');
  });

  it('stays if the current one is wrong, and so does the session', async () => {
    backend.use(
      http.post('*/functions/v1/user-auth', () => HttpResponse.json({ error: 'Non', code: 'invalid_credentials' }, { status: 401 })),
    );
    const { user } = show();
    const form = await change(user, 'maquis-2027', 'torrent-2026');
    expect(await form.findByText("Ce n'est pas le mot de passe du compte.")).toBeInTheDocument();
    expect(form.getByLabelText('Mot de passe actuel')).toBeInvalid();
    expect(readSession()?.token).toBe('token-of-lea');
  });

  it('that equals the old one is rejected, and the session begun for it ends', async () => {
    const ended = vi.fn();
    backend.use(
      http.post('*/functions/v1/user-auth', () => HttpResponse.json(login('new-token'))),
      http.put('*/auth/v1/user', () => HttpResponse.json({ code: 422, error_code: 'same_password', msg: 'No' }, { status: 422 })),
      http.post('*/auth/v1/logout', ({ request }) => {
        ended(new URL(request.url).search, request.headers.get('authorization'));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = show();
    const form = await change(user, 'maquis-2026', 'maquis-2026');
    expect(await form.findByRole('alert')).toHaveTextContent("Choisissez un mot de passe différent de l'ancien.");
    expect(ended).toHaveBeenCalledExactlyOnceWith('?scope=local', 'Bearer new-token');
    expect(readSession()?.token).toBe('token-of-lea');
  });
});

describe('§2.101 account: the password of an account with a second factor', () => {
  it('is changed in the session that has the factor, which stays', async () => {
    const bearers: (string | null)[] = [];
    backend.use(
      http.get('*/auth/v1/user', () => HttpResponse.json(protectedAccount())),
      http.post('*/functions/v1/user-auth', () => HttpResponse.json(login('new-token'))),
      http.put('*/auth/v1/user', ({ request }) => {
        bearers.push(request.headers.get('authorization'));
        return HttpResponse.json({ id: 'u1', email: 'lea@example.fr' });
      }),
    );
    const { user } = show();
    const form = await section('Mot de passe');
    await user.type(form.getByLabelText('Mot de passe actuel'), 'maquis-2026');
    await user.type(form.getByLabelText('Nouveau mot de passe'), 'torrent-2026');
    await user.type(form.getByLabelText('Confirmer le mot de passe'), 'torrent-2026');
    await user.click(form.getByRole('button', { name: 'Changer le mot de passe' }));
    await waitFor(() => expect(form.getByLabelText('Mot de passe actuel')).toHaveValue(''));
    expect(bearers).toEqual(['Bearer token-of-lea']);
    expect(readSession()?.token).toBe('token-of-lea');
  });
});

describe('§2.102 account: the devices', () => {
  it('are listed with this one first, and another one can be signed out', async () => {
    const ended = vi.fn();
    backend.use(
      http.delete(`${ACCOUNT}/sessions/:id`, ({ params }) => {
        ended(params['id']);
        sessions = sessions.filter(({ id }) => id !== params['id']);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = show();
    const devices = await section('Vos appareils');
    const [first, second] = await devices.findAllByRole('listitem');
    expect(first).toHaveTextContent(/Chrome · Windows.*Cet appareil.*24 novembre 2026.*10:30.*192\.0\.2\.7/);
    expect(second).toHaveTextContent('Safari · iPhone');
    expect(devices.queryByRole('button', { name: /tous les autres/ })).not.toBeInTheDocument();
    await user.click(devices.getByRole('button', { name: /^Déconnecter.: Safari · iPhone$/ }));
    await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(1));
    expect(ended).toHaveBeenCalledExactlyOnceWith('s2');
  });

  it('can all be signed out but this one', async () => {
    sessions.push(session('s3', null));
    const asked = vi.fn();
    backend.use(
      http.post('*/auth/v1/logout', ({ request }) => {
        asked(new URL(request.url).search);
        sessions = sessions.filter(({ is_current }) => is_current);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = show();
    const devices = await section('Vos appareils');
    expect(await devices.findByText('Appareil inconnu')).toBeInTheDocument();
    await user.click(await devices.findByRole('button', { name: 'Déconnecter tous les autres appareils' }));
    await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(1));
    expect(asked).toHaveBeenCalledExactlyOnceWith('?scope=others');
  });

  it('end the site’s session if this one was signed out elsewhere', async () => {
    backend.use(http.get(`${ACCOUNT}/sessions`, () => HttpResponse.json({ error: 'Non', code: 'unauthorized' }, { status: 401 })));
    show();
    expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeVisible();
    expect(localStorage.getItem(PROFILE_KEY)).toBeNull();
  });
});

describe('§2.106 account: the data', () => {
  it('are exported as a file', async () => {
    backend.use(http.get(`${ACCOUNT}/export`, () => HttpResponse.json({ account: { email: 'lea@example.fr' }, searches: [] })));
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file);
      return 'blob:file';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const downloaded = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const { user } = show();
    await user.click((await section('Vos données')).getByRole('button', { name: 'Télécharger mes données' }));
    await waitFor(() => expect(downloaded).toHaveBeenCalledOnce());
    expect(JSON.parse((await files[0]?.text()) ?? '')).toEqual({ account: { email: 'lea@example.fr' }, searches: [] });
    vi.restoreAllMocks();
  });

  async function openDeletion(user: ReturnType<typeof show>['user']) {
    await user.click((await section('Vos données')).getByRole('button', { name: 'Supprimer mon compte' }));
    return within(await screen.findByRole('dialog'));
  }
  const answerDeletion = (answer: () => Response) => {
    const sent = vi.fn();
    backend.use(
      http.post(`${ACCOUNT}/deletion`, async ({ request }) => {
        sent(await request.json());
        return answer();
      }),
    );
    return sent;
  };

  it('are deleted with the account after the password was given, and the person goes home', async () => {
    const sent = answerDeletion(() => new HttpResponse(null, { status: 204 }));
    const { user, router } = show();
    const dialog = await openDeletion(user);
    await user.click(dialog.getByRole('button', { name: 'Supprimer définitivement' }));
    expect(await dialog.findByText('Ce champ est obligatoire.')).toBeInTheDocument();
    expect(sent).not.toHaveBeenCalled();
    await user.type(dialog.getByLabelText('Mot de passe'), 'maquis-2026');
    await user.click(dialog.getByRole('button', { name: 'Supprimer définitivement' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent).toHaveBeenCalledExactlyOnceWith({ password: 'maquis-2026' });
    expect(readSession()).toBeNull();
  });

  it('stay if the password is wrong, and so does the session', async () => {
    answerDeletion(() => HttpResponse.json({ error: 'Non', code: 'wrong_password' }, { status: 403 }));
    const { user } = show();
    const dialog = await openDeletion(user);
    await user.type(dialog.getByLabelText('Mot de passe'), 'maquis-2027');
    await user.click(dialog.getByRole('button', { name: 'Supprimer définitivement' }));
    expect(await dialog.findByText("Ce n'est pas le mot de passe du compte.")).toBeInTheDocument();
    expect(readSession()?.token).toBe('token-of-lea');
  });
});
