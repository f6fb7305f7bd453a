import { act, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { PROFILE_KEY, TOKEN_KEY } from '@/session/session';
import { renderComponent } from '@/testing/render';
import { AuthDialogProvider } from '@/widgets/auth/AuthDialogProvider';
import { PageNotices } from './PageNotices';

beforeAll(() => i18next.loadNamespaces(['layout', 'auth']));
beforeEach(() => sessionStorage.clear());

describe('notices below the header', () => {
  it('says that the browser is offline, until it is online again', async () => {
    renderComponent(<PageNotices />);
    const region = await screen.findByRole('status');
    expect(region).toBeEmptyDOMElement();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(region).toHaveTextContent('Vous êtes hors ligne. La page se mettra à jour au retour de la connexion.');
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(region).toBeEmptyDOMElement();
  });

  it('says that the session has expired, with a way to sign in again and one to dismiss it', async () => {
    localStorage.setItem(TOKEN_KEY, 'a-token');
    localStorage.setItem(PROFILE_KEY, JSON.stringify({ id: 'u1', email: 'lea@example.fr', expires_at: Date.now() - 1 }));
    const { user } = renderComponent(
      <AuthDialogProvider>
        <PageNotices />
      </AuthDialogProvider>,
    );
    expect(await screen.findByText('Votre session a expiré. Reconnectez-vous pour retrouver votre compte.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Se reconnecter' }));
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Fermer' }));
    expect(screen.queryByText(/Votre session a expiré/)).not.toBeInTheDocument();
  });
});
