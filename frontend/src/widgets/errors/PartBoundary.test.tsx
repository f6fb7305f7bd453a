import { screen, waitFor } from '@testing-library/react';
import { lazy, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { renderComponent } from '@/testing/render';
import { PartBoundary } from './PartBoundary';

const reload = vi.fn();
beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal('location', { href: window.location.href, origin: window.location.origin, reload });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.unstubAllGlobals());

const page = (Part: () => React.ReactNode) => (
  <>
    <h1>Page</h1>
    <PartBoundary>
      <Part />
    </PartBoundary>
    <p>below</p>
  </>
);

describe('an error in a lazy part of a page', () => {
  it.each([
    ['fr', "Cette partie de la page n'a pas pu s'afficher.", 'Recharger la page'],
    ['ja', 'ページのこの部分を表示できませんでした。', 'ページを再読み込み'],
  ])('leaves the rest as it is, and says so in the language of the page: %s', async (language, message, again) => {
    await i18next.changeLanguage(language);
    const { user } = renderComponent(
      page(() => {
        throw new Error('The part failed');
      }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible();
    expect(screen.getByText('below')).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: again }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads the page once for a lost chunk, and offline not at all', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const Lost = () => {
      const [Part] = useState(() => LOST);
      return <Part />;
    };
    const { unmount } = renderComponent(page(Lost));
    expect(await screen.findByRole('alert')).toHaveTextContent('Vérifiez votre connexion, puis réessayez.');
    expect(reload).not.toHaveBeenCalled();
    unmount();

    online.mockReturnValue(true);
    renderComponent(page(Lost));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

const LOST = lazy(() => Promise.reject(new TypeError('Importing a module script failed.')));
