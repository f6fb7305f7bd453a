import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { PROFILE_KEY, TOKEN_KEY } from '@/session/session';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import { HeaderSearch } from './HeaderSearch';

const routes = [
  { path: '/', element: <HeaderSearch /> },
  { path: '/search', element: <HeaderSearch /> },
];

it('§7.4, §5.22 header search: it is saved as every search is, and leaves its field empty', async () => {
  localStorage.setItem(TOKEN_KEY, 'token-of-lea');
  localStorage.setItem(PROFILE_KEY, JSON.stringify({ id: 'lea', email: 'lea@example.com' }));
  const sent = vi.fn();
  backend.use(
    http.post('*/functions/v1/user-searches', async ({ request }) => {
      sent(await request.json());
      return HttpResponse.json({ success: true });
    }),
  );
  const { user, router } = renderRoutes(routes);
  await user.type(await screen.findByRole('searchbox'), ' Calvi {Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
  expect(router.state.location.search).toBe('?destination=Calvi');
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ destination: 'Calvi', guests: 1 })));
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

it('§5.3 header search: blanks are no destination', async () => {
  const { user, router } = renderRoutes(routes);
  await user.type(await screen.findByRole('searchbox'), '   {Enter}');
  expect(router.state.location.pathname).toBe('/');
});
