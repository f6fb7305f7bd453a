import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AUTH_CHANGE, endSession, PROFILE_KEY, readSession, startSession, TOKEN_KEY } from './session';
import { useSession } from './useSession';

const login = {
  session: { access_token: 'a-token' },
  user: { id: 'u1', email: 'lea@example.fr', user_metadata: { firstName: 'Léa' } },
  profile: null,
};

function Greeting() {
  return <p>{useSession()?.profile.email ?? 'visitor'}</p>;
}

describe('§4 session', () => {
  beforeEach(() => localStorage.clear());

  it('§4.5, §3.1 session: a login is stored and fires the change event', () => {
    const listener = vi.fn();
    window.addEventListener(AUTH_CHANGE, listener, { once: true });
    startSession(login);
    expect(readSession()).toEqual({
      token: 'a-token',
      profile: { id: 'u1', email: 'lea@example.fr', firstName: 'Léa' },
    });
    expect(listener).toHaveBeenCalledOnce();
  });

  it.each([
    ['a token without a profile', 'a-token', null],
    ['a profile without a token', null, '{"id":"u1","email":"lea@example.fr"}'],
    ['a profile without an e-mail', 'a-token', '{"id":"u1"}'],
    ['an unreadable profile', 'a-token', '{broken'],
  ])('§4.1, §8.3 session: %s is no session, and both are cleared', (_, token, profile) => {
    if (token) localStorage.setItem(TOKEN_KEY, token);
    if (profile) localStorage.setItem(PROFILE_KEY, profile);
    expect(readSession()).toBeNull();
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
    expect(localStorage.getItem(PROFILE_KEY)).toBeNull();
  });

  it('§2.8, §3.10 session: the first name is read from firstName or first_name', () => {
    localStorage.setItem(TOKEN_KEY, 'a-token');
    localStorage.setItem(PROFILE_KEY, '{"id":"u1","email":"lea@example.fr","firstName":"Léa"}');
    expect(readSession()?.profile.firstName).toBe('Léa');
    localStorage.setItem(PROFILE_KEY, '{"id":"u1","email":"lea@example.fr","first_name":"Lea"}');
    expect(readSession()?.profile.firstName).toBe('Lea');
  });

  it('§4.2 session: the page follows logins, logouts and other tabs', () => {
    render(<Greeting />);
    expect(screen.getByText('visitor')).toBeInTheDocument();
    act(() => startSession(login));
    expect(screen.getByText('lea@example.fr')).toBeInTheDocument();
    act(() => endSession());
    expect(screen.getByText('visitor')).toBeInTheDocument();
    act(() => {
      localStorage.setItem(TOKEN_KEY, 'other-tab');
      localStorage.setItem(PROFILE_KEY, '{"id":"u2","email":"paul@example.fr"}');
      window.dispatchEvent(new StorageEvent('storage'));
    });
    expect(screen.getByText('paul@example.fr')).toBeInTheDocument();
  });
});
