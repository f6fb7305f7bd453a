import { describe, expect, it } from 'vitest';
import { readRecoveryLink } from './recoveryLink';

describe('the link of a mail that recovers a password', () => {
  it('has the token of a session with its lifetime', () => {
    const fragment = '#access_token=a.b.c&expires_at=1795536000&expires_in=604800&refresh_token=r&sb=&token_type=bearer&type=recovery';
    expect(readRecoveryLink(fragment)).toEqual({ kind: 'valid', token: 'a.b.c', expiresIn: 604_800 });
    expect(readRecoveryLink('access_token=t&type=recovery')).toEqual({ kind: 'valid', token: 't', expiresIn: undefined });
  });

  it('that was used or is too old says so', () => {
    const fragment = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=';
    expect(readRecoveryLink(fragment)).toEqual({ kind: 'expired' });
  });

  it.each(['', '#', '#contact', '#access_token=&type=recovery', '#access_token=t&type=signup', '#type=recovery'])(
    'is none without a token for this purpose: %s',
    (fragment) => expect(readRecoveryLink(fragment)).toEqual({ kind: 'missing' }),
  );
});
