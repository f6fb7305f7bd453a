import { describe, expect, it } from 'vitest';
import { readMailLink } from './mailLink';

describe('the link of a mail', () => {
  it('has the token of a session with its lifetime', () => {
    const fragment = '#access_token=a.b.c&expires_at=1795536000&expires_in=604800&refresh_token=r&sb=&token_type=bearer&type=recovery';
    expect(readMailLink(fragment, 'recovery')).toEqual({ kind: 'valid', token: 'a.b.c', expiresIn: 604_800 });
    expect(readMailLink('access_token=t&type=recovery', 'recovery')).toEqual({ kind: 'valid', token: 't', expiresIn: undefined });
  });

  it('that was used or is too old says so', () => {
    const fragment = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=';
    expect(readMailLink(fragment, 'recovery')).toEqual({ kind: 'expired' });
  });

  it.each(['', '#', '#contact', '#access_token=&type=recovery', '#access_token=t&type=signup', '#type=recovery'])(
    'is none without a token for this purpose: %s',
    (fragment) => expect(readMailLink(fragment, 'recovery')).toEqual({ kind: 'missing' }),
  );

  it('of a new address is another one, and may need a second link', () => {
    expect(readMailLink('#access_token=t&type=email_change', 'email_change')).toEqual({ kind: 'valid', token: 't', expiresIn: undefined });
    expect(readMailLink('#access_token=t&type=recovery', 'email_change')).toEqual({ kind: 'missing' });
    const half = '#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email&sb=';
    expect(readMailLink(half, 'email_change')).toEqual({ kind: 'halfConfirmed' });
  });
});
