import { screen, waitFor } from '@testing-library/react';
import { lazy, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { renderComponent } from '@/testing/render';
import { DialogBoundary } from './DialogBoundary';

const reload = vi.fn();
beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal('location', { href: window.location.href, origin: window.location.origin, reload });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.unstubAllGlobals());

function pageWith(Dialog: () => React.ReactNode) {
  return function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <h1>Page</h1>
        <button onClick={() => setOpen(true)}>open</button>
        {open && (
          <DialogBoundary onClose={() => setOpen(false)}>
            <Dialog />
          </DialogBoundary>
        )}
      </>
    );
  };
}

describe('an error in a lazy dialog', () => {
  it.each([
    ['fr', "Cette fenêtre n'a pas pu s'ouvrir.", 'Fermer'],
    ['ja', 'このウィンドウを開けませんでした。', '閉じる'],
  ])('leaves the page as it is, and says so in the language of the page: %s', async (language, message, close) => {
    await i18next.changeLanguage(language);
    const Page = pageWith(() => {
      throw new Error('The dialog failed');
    });
    const { user } = renderComponent(<Page />);
    await user.click(await screen.findByRole('button', { name: 'open' }));
    expect(await screen.findByRole('dialog', { name: message })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Page' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: close }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'open' })).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads the page once for a lost chunk, and offline not at all', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const Lost = () => {
      const [Part] = useState(() => LOST);
      return <Part />;
    };
    const Page = pageWith(Lost);
    const { user, unmount } = renderComponent(<Page />);
    await user.click(await screen.findByRole('button', { name: 'open' }));
    expect(await screen.findByText('Vérifiez votre connexion, puis réessayez.')).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
    unmount();

    online.mockReturnValue(true);
    const again = renderComponent(<Page />);
    await again.user.click(await screen.findByRole('button', { name: 'open' }));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

const LOST = lazy(() => Promise.reject(new TypeError('Importing a module script failed.')));
