import { act, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listSearches } from '@/api/searches';
import { backend } from '@/testing/backend';
import { dismissExpiry, endSession, hasExpired, PROFILE_KEY, readSession, startSession, TOKEN_KEY, WRITING_KEY } from './session';
import { useSession, useSessionExpired } from './useSession';

const login = (token: string, expiresIn?: number) => ({
  session: { access_token: token, expires_in: expiresIn },
  user: { id: 'u1', email: 'lea@example.fr' },
  profile: null,
});

function Greeting() {
  const expired = useSessionExpired();
  const session = useSession();
  return <p>{expired ? 'expired' : (session?.profile.email ?? 'visitor')}</p>;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => void vi.useRealTimers());

describe('an expired session', () => {
  it('ends with the first call whose token the backend rejects, and is told until it is dismissed', async () => {
    startSession(login('old'));
    render(<Greeting />);
    backend.use(http.get('*/functions/v1/user-searches', () => HttpResponse.json({ error: 'Expired' }, { status: 401 })));
    await act(() => listSearches('u1', 'old').catch(() => {}));
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
    expect(screen.getByText('expired')).toBeInTheDocument();
    act(() => dismissExpiry());
    expect(screen.getByText('visitor')).toBeInTheDocument();
  });

  it('is not that of another token', async () => {
    startSession(login('new'));
    backend.use(http.get('*/functions/v1/user-searches', () => HttpResponse.json({ error: 'Expired' }, { status: 401 })));
    await listSearches('u1', 'old').catch(() => {});
    expect(readSession()?.token).toBe('new');
    expect(hasExpired()).toBe(false);
  });

  it('is noticed when the person comes back to the tab, and a new login ends the notice', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-02T10:00:00Z') });
    startSession(login('a-token', 3600));
    render(<Greeting />);
    expect(screen.getByText('lea@example.fr')).toBeInTheDocument();
    vi.setSystemTime(new Date('2027-03-02T11:00:01Z'));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.getByText('expired')).toBeInTheDocument();
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
    act(() => startSession(login('another', 3600)));
    expect(screen.getByText('lea@example.fr')).toBeInTheDocument();
  });

  it('is not a logout', () => {
    startSession(login('a-token'));
    endSession();
    expect(hasExpired()).toBe(false);
  });
});

describe('two tabs', () => {
  it('a login in one, of which the other has seen the token alone, is not undone', () => {
    render(<Greeting />);
    const fromOtherTab = (key: string, value: string | null) =>
      act(() => {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
        window.dispatchEvent(new StorageEvent('storage', { key }));
      });
    fromOtherTab(WRITING_KEY, String(Date.now()));
    fromOtherTab(TOKEN_KEY, 'other-tab');
    expect(localStorage.getItem(TOKEN_KEY)).toBe('other-tab');
    fromOtherTab(PROFILE_KEY, '{"id":"u2","email":"paul@example.fr"}');
    fromOtherTab(WRITING_KEY, null);
    expect(screen.getByText('paul@example.fr')).toBeInTheDocument();
  });

  it('a login announces itself before it writes, so that other tabs wait', () => {
    const written = vi.spyOn(Storage.prototype, 'setItem');
    startSession(login('a-token'));
    expect(written.mock.calls.map(([key]) => key)).toEqual([WRITING_KEY, TOKEN_KEY, PROFILE_KEY]);
    expect(localStorage.getItem(WRITING_KEY)).toBeNull();
  });

  it('half a session that a closed tab left behind is cleared', () => {
    localStorage.setItem(WRITING_KEY, String(Date.now() - 60_000));
    localStorage.setItem(TOKEN_KEY, 'a-token');
    expect(readSession()).toBeNull();
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  });
});

describe('blocked storage', () => {
  it('a person can sign in, for as long as the page is open', () => {
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(blocked);
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(blocked);
    render(<Greeting />);
    expect(screen.getByText('visitor')).toBeInTheDocument();
    act(() => startSession(login('a-token')));
    expect(screen.getByText('lea@example.fr')).toBeInTheDocument();
    act(() => endSession());
    expect(screen.getByText('visitor')).toBeInTheDocument();
  });
});
