import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import i18next from '@/i18n';
import { chooseLanguage } from '@/i18n/chosenLanguage';
import { LanguageSelector } from '@/layout/LanguageSelector';
import { createRouter } from './router';

function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <>
      <LanguageSelector />
      <p>{`path ${pathname}`}</p>
      <Link to="/hotels?page=2">hotels</Link>
      <Link to="/">{t('breadcrumb.home')}</Link>
      <Outlet />
    </>
  );
}

const address = () => window.location.pathname + window.location.search + window.location.hash;
const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

let router: ReturnType<typeof createRouter>;

async function open(at: string, language: string) {
  await i18next.changeLanguage(language);
  window.history.replaceState(null, '', at);
  router = createRouter([{ Component: Shell, children: [{ path: '*', element: null }] }]);
  render(<RouterProvider router={router} />);
  return userEvent.setup();
}

beforeEach(() => i18next.loadNamespaces('layout'));
afterEach(() => {
  router.dispose();
  window.history.replaceState(null, '', '/');
});

describe('§1.1 languages: addresses', () => {
  it('§1.1 links keep the language; pages know nothing of it', async () => {
    const user = await open('/de/villas?sort=price', 'de');
    expect(screen.getByText('path /villas')).toBeVisible();
    expect(links()).toEqual(['/de/hotels?page=2', '/de']);
    await user.click(screen.getByRole('link', { name: 'hotels' }));
    expect(address()).toBe('/de/hotels?page=2');
    expect(screen.getByText('path /hotels')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Startseite' }));
    expect(address()).toBe('/de');
    expect(screen.getByText('path /')).toBeVisible();
  });

  it('§1.1 French addresses name no language', async () => {
    const user = await open('/villas', 'fr');
    await user.click(screen.getByRole('link', { name: 'hotels' }));
    expect(address()).toBe('/hotels?page=2');
  });

  it('§1.1 the selector changes the address of the page, with its query and fragment, and is remembered', async () => {
    const user = await open('/search?destination=Corte#map', 'fr');
    await user.selectOptions(screen.getByRole('combobox'), 'ja');
    await waitFor(() => expect(address()).toBe('/ja/search?destination=Corte#map'));
    expect(localStorage.getItem('i18nextLng')).toBe('ja');
    await waitFor(() => expect(links()).toEqual(['/ja/hotels?page=2', '/ja']));
    await user.selectOptions(screen.getByRole('combobox'), 'fr');
    await waitFor(() => expect(address()).toBe('/search?destination=Corte#map'));
  });

  it('§1.1 Back leads to the page before in the language that the person has chosen since', async () => {
    const user = await open('/villas', 'fr');
    await user.click(screen.getByRole('link', { name: 'hotels' }));
    await act(() => chooseLanguage('de'));
    expect(address()).toBe('/de/hotels?page=2');
    window.history.back();
    await screen.findByText('path /villas');
    expect(address()).toBe('/de/villas');
  });
});
