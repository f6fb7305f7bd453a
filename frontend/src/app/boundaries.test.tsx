import { render, screen, waitFor } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { App } from './App';
import { createQueryClient } from './queryClient';
import { createRoutes } from './router';

const shell = vi.hoisted(() => ({ fails: false }));
vi.mock('@/layout/Header', () => ({
  Header() {
    if (shell.fails) throw new Error('The header failed');
    return <header>shell</header>;
  },
}));

const reload = vi.fn();
const MESSAGES = { fr: "Cette page n'a pas pu s'afficher.", de: 'Diese Seite konnte nicht angezeigt werden.' };

function show(Page: () => React.ReactNode) {
  const [root] = createRoutes();
  const [boundary] = root?.children ?? [];
  const routes = [{ ...root, children: [{ ...boundary, children: [{ path: '*', Component: Page }], index: false as const }], index: false as const }];
  const router = createMemoryRouter(routes);
  return render(
    <App queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </App>,
  );
}

beforeEach(async () => {
  shell.fails = false;
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal('location', { href: 'http://isula.test/', origin: 'http://isula.test', reload });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await i18next.loadNamespaces('layout');
});
afterEach(() => vi.unstubAllGlobals());

describe.each(['fr', 'de'] as const)('error boundaries speak the language of the page: %s', (language) => {
  const message = MESSAGES[language];
  beforeEach(async () => void (await i18next.changeLanguage(language)));

  it('a page that throws leaves the shell as it is', async () => {
    show(() => {
      throw new Error('The page failed');
    });
    expect(await screen.findByRole('heading', { level: 1, name: message })).toBeVisible();
    expect(screen.getByText('shell')).toBeVisible();
  });

  it('a shell that throws', async () => {
    shell.fails = true;
    show(() => <h1>page</h1>);
    expect(await screen.findByRole('heading', { level: 1, name: message })).toBeVisible();
    expect(document.documentElement.lang).toBe(language);
    expect(screen.queryByText(/Unexpected Application Error/)).not.toBeInTheDocument();
  });

  it('an error outside of the router', async () => {
    render(
      <App queryClient={createQueryClient()}>
        <Thrower />
      </App>,
    );
    expect(await screen.findByRole('heading', { level: 1, name: message })).toBeVisible();
  });
});

function Thrower(): React.ReactNode {
  throw new Error('The router failed');
}

const Lost = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/Part.js')));

describe('a chunk that a deployment has replaced', () => {
  const Page = () => (
    <Suspense>
      <Lost />
    </Suspense>
  );

  it('is named by the error if the page may not be reloaded', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    show(Page);
    expect(await screen.findByText(MESSAGES.fr)).toBeVisible();
    expect(screen.getByText('Vérifiez votre connexion, puis réessayez.')).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads the page', async () => {
    show(Page);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(screen.queryByText(MESSAGES.fr)).not.toBeInTheDocument();
  });
});
