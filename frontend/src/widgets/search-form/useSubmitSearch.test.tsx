import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { PROFILE_KEY, TOKEN_KEY } from '@/session/session';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import { useSubmitSearch } from './useSubmitSearch';

function Form() {
  const submit = useSubmitSearch();
  return (
    <button
      type="button"
      onClick={() => submit({ destination: 'Calvi', dates: { arrival: '2027-06-12', departure: '2027-06-15' }, guests: '5+' })}
    >
      {'send'}
    </button>
  );
}

const signIn = () => {
  localStorage.setItem(TOKEN_KEY, 'token-of-lea');
  localStorage.setItem(PROFILE_KEY, JSON.stringify({ id: 'lea', email: 'lea@example.com' }));
};

async function send() {
  const view = renderRoutes([
    { path: '/', element: <Form /> },
    { path: '/search', element: <p>{'results'}</p> },
  ]);
  await view.user.click(await screen.findByText('send'));
  await screen.findByText('results');
  return view.router.state.location.search;
}

describe('§7 call 4: a search is saved before its results show', () => {
  it('§7.4, §3.11, §5.22 call 4: signed in, it is sent with the token and guests as a whole number', async () => {
    signIn();
    const sent = vi.fn();
    backend.use(
      http.post('*/functions/v1/user-searches', async ({ request }) => {
        sent(request.headers.get('Authorization'), await request.json());
        return HttpResponse.json({ success: true });
      }),
    );
    expect(await send()).toBe('?destination=Calvi&checkin=2027-06-12&checkout=2027-06-15&guests=5%2B');
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('Bearer token-of-lea', {
        destination: 'Calvi',
        checkin: '2027-06-12',
        checkout: '2027-06-15',
        guests: 5,
      }),
    );
  });

  it('§7.4 call 4: a visitor goes to the results and nothing is sent', async () => {
    expect(await send()).toContain('destination=Calvi');
  });

  it('§8.2 search save: a failure is logged only', async () => {
    signIn();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    backend.use(http.post('*/functions/v1/user-searches', () => HttpResponse.json({ error: 'no' }, { status: 500 })));
    expect(await send()).toContain('destination=Calvi');
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
    logged.mockRestore();
  });
});
