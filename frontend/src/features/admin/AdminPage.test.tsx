import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { applicationState } from '@/domain/sentApplication';
import { PROFILE_KEY, TOKEN_KEY } from '@/session/session';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderRoutes } from '@/testing/render';
import { ADMIN_SESSION_KEY, startAdminSession } from './adminSession';
import { Component as AdminPage } from './AdminPage';
import { applicationRow, applications, listed } from '@/testing/administration';

const routes = [{ path: '/admin', Component: AdminPage }];
const show = () => renderRoutes(routes, '/admin');

const answerLogin = (body: object, status = 200) => {
  const sent = vi.fn();
  backend.use(
    http.post('*/functions/v1/user-auth', async ({ request }) => {
      sent(await request.json());
      return HttpResponse.json(body, { status });
    }),
  );
  return sent;
};
const administrator = {
  session: { access_token: 'token-of-admin', expires_at: Math.floor(Date.now() / 1000) + 3600 },
  user: { id: 'u1', email: 'admin@localhost', app_metadata: { role: 'admin', username: 'admin' } },
};
const hotels = (...rows: object[]) => http.get('*/rest/v1/hotels', () => HttpResponse.json(rows));
const logIn = (expiresAt: number | null = null) => startAdminSession({ token: 'token-of-admin', name: 'admin', expiresAt });

// The gallery loads lazily, together with React Aria; loaded here, it does not count against a test's timeout.
beforeAll(() => Promise.all([i18next.loadNamespaces(['admin', 'partners']), import('@/product/GalleryOverlay')]), 30_000);
beforeEach(() => {
  backend.use(listed(), hotels(hotelRow()));
});

async function submitLogin(user: ReturnType<typeof show>['user'], name = 'admin', password = 'secret-42') {
  await user.type(await screen.findByLabelText("Nom d'utilisateur"), name);
  await user.type(screen.getByLabelText('Mot de passe'), password);
  await user.click(screen.getByRole('button', { name: 'Se connecter' }));
}

describe('§5.12 admin login', () => {
  it('§7.2 call 2: sends the name as the e-mail, and stores the token apart from the visitor’s', async () => {
    localStorage.setItem(TOKEN_KEY, 'token-of-lea');
    localStorage.setItem(PROFILE_KEY, JSON.stringify({ id: 'lea', email: 'lea@example.com' }));
    const sent = answerLogin(administrator);
    const asked = vi.fn();
    backend.use(
      http.get('*/functions/v1/get-host-applications', ({ request }) => {
        asked(request.headers.get('authorization'));
        return HttpResponse.json({ success: true, data: [] });
      }),
    );
    const { user } = show();
    await submitLogin(user);
    expect(await screen.findByRole('tab', { name: 'Candidatures (0)' })).toBeVisible();
    expect(sent).toHaveBeenCalledWith({ action: 'login', email: 'admin', password: 'secret-42' });
    expect(asked).toHaveBeenCalledWith('Bearer token-of-admin');
    expect(localStorage.getItem(TOKEN_KEY)).toBe('token-of-lea');
    expect(localStorage.getItem(ADMIN_SESSION_KEY)).toContain('token-of-admin');
  });

  it('accepts a role that is in the token only', async () => {
    const payload = btoa(JSON.stringify({ app_metadata: { role: 'admin' } }));
    answerLogin({ session: { access_token: `x.${payload}.y` }, user: { id: 'u1', email: '' } });
    const { user } = show();
    await submitLogin(user);
    expect(await screen.findByRole('tab', { name: /Candidatures/ })).toBeVisible();
  });

  it.each([
    ['a wrong password', { error: 'Identifiants invalides', code: 'invalid_credentials' }, 401],
    ['an account that is no administrator', { ...administrator, user: { id: 'u2', email: 'lea@example.com', app_metadata: { provider: 'email' } } }, 200],
  ])('§5.12 admin login: %s is refused with the same sentence', async (_, body, status) => {
    answerLogin(body, status);
    const { user } = show();
    await submitLogin(user);
    expect(await screen.findByRole('alert')).toHaveTextContent("Nom d'utilisateur ou mot de passe incorrect");
    expect(localStorage.getItem(ADMIN_SESSION_KEY)).toBeNull();
    await user.type(screen.getByLabelText('Mot de passe'), '!');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('§8.1 admin login: a network failure is a connection error', async () => {
    backend.use(http.post('*/functions/v1/user-auth', () => HttpResponse.error()));
    const { user } = show();
    await submitLogin(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Erreur de connexion');
  });

  it('both fields are required', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Se connecter' }));
    expect(await screen.findAllByText('Ce champ est obligatoire.')).toHaveLength(2);
  });
});

describe('§4.19 an owner who has applied', () => {
  const application = { propertyName: 'Casa Rossa', email: 'lea@example.com', sentAt: '2027-06-02T10:00:00Z' };
  const arrive = async (state: unknown) => {
    const view = renderRoutes([{ path: '/', element: null }, ...routes], '/');
    await act(() => view.router.navigate('/admin', { state }));
    return view;
  };

  it('sees what was received and what follows, and ways on; the login stays below', async () => {
    await arrive(applicationState(application));
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Votre candidature est arrivée');
    expect(screen.getByText(/^«\sCasa Rossa\s» a été transmis à l'équipe d'Isula le 2 juin 2027 à 12:00\./)).toBeVisible();
    expect(screen.getByText(/votre adresse lea@example\.com\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Proposer un autre établissement' })).toHaveAttribute('href', '/partners');
    expect(screen.getByRole('heading', { level: 2, name: 'Administration' })).toBeVisible();
    expect(screen.getByLabelText("Nom d'utilisateur")).toBeVisible();
  });

  it.each([null, 'text', {}, { application: null }, { application: { propertyName: 1 } }])('another state shows the login alone: %j', async (state) => {
    await arrive(state);
    expect(await screen.findByRole('heading', { level: 1, name: 'Administration' })).toBeVisible();
    expect(screen.queryByText('Votre candidature est arrivée')).not.toBeInTheDocument();
  });
});

describe('§4.17 admin session', () => {
  it('survives a reload, and ends with a logout', async () => {
    logIn();
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Se déconnecter' }));
    expect(await screen.findByLabelText("Nom d'utilisateur")).toBeVisible();
    expect(localStorage.getItem(ADMIN_SESSION_KEY)).toBeNull();
  });

  it.each([
    ['an expired one', () => logIn(Math.floor(Date.now() / 1000) - 1)],
    ['an unreadable one', () => localStorage.setItem(ADMIN_SESSION_KEY, '{broken')],
  ])('%s is none', async (_, store) => {
    store();
    show();
    expect(await screen.findByLabelText("Nom d'utilisateur")).toBeVisible();
  });

  it('ends with a logout in another tab', async () => {
    logIn();
    show();
    await screen.findByRole('tab', { name: /Candidatures/ });
    localStorage.removeItem(ADMIN_SESSION_KEY);
    window.dispatchEvent(new StorageEvent('storage'));
    expect(await screen.findByLabelText("Nom d'utilisateur")).toBeVisible();
  });
});

describe('§2.77 admin: two tabs', () => {
  it('count the pending applications and the hotels', async () => {
    logIn();
    backend.use(
      listed(applicationRow(), applicationRow({ id: 'a2' }), applicationRow({ id: 'a3', status: 'approved' })),
      hotels(hotelRow(), hotelRow({ id: 4 }), hotelRow({ id: 5 })),
    );
    show();
    expect(await screen.findByRole('tab', { name: 'Candidatures (2)', selected: true })).toBeVisible();
    expect(await screen.findByRole('tab', { name: 'Gestion des images (3)', selected: false })).toBeVisible();
  });
});

describe('§8.8 admin: loading the applications fails', () => {
  beforeEach(() => logIn());

  it.each([
    [404, 'Service non disponible - Edge Function manquante (404)'],
    [401, 'Permissions insuffisantes pour accéder aux données (401)'],
    [403, 'Accès refusé - Vérifiez les permissions Supabase (403)'],
    [500, 'Erreur de connexion à la base de données (500)'],
  ])('§8.21 %i', async (status, sentence) => {
    backend.use(applications(() => HttpResponse.json({ success: false, error: 'refused' }, { status })));
    show();
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  });

  it('§8.21, §8.23 without a connection; a retry loads them', async () => {
    backend.use(applications(() => HttpResponse.error()));
    const { user } = show();
    expect(await screen.findByText('Impossible de se connecter à Supabase. Vérifiez votre connexion internet.')).toBeVisible();
    backend.use(listed(applicationRow()));
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('article', { name: 'Casa Rossa' })).toBeVisible();
  });

  it('401 offers to log in again', async () => {
    backend.use(applications(() => HttpResponse.json({ error: 'expired' }, { status: 401 })));
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Se reconnecter' }));
    expect(await screen.findByLabelText("Nom d'utilisateur")).toBeVisible();
  });

  it('§8.22 without applications', async () => {
    show();
    expect(await screen.findByText('Aucune candidature trouvée dans la base de données')).toBeVisible();
  });
});
