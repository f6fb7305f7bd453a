/** The purpose of a link in a mail. */
type Purpose = 'recovery' | 'email_change';

/**
 * The fragment of a link in a mail: the token of a session (`valid`); a change that also needs the link in the mail to
 * the other address (`halfConfirmed`); or the reason why there is no token.
 */
export type MailLink =
  | { readonly kind: 'valid'; readonly token: string; readonly expiresIn: number | undefined }
  | { readonly kind: 'halfConfirmed' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'missing' };

/** Reads the fragment of the page that the link leads to, with or without its `#`. */
export function readMailLink(fragment: string, purpose: Purpose): MailLink {
  const values = new URLSearchParams(fragment.replace(/^#/, ''));
  const token = values.get('access_token');
  if (token && values.get('type') === purpose) {
    const seconds = Number(values.get('expires_in'));
    return { kind: 'valid', token, expiresIn: seconds > 0 ? seconds : undefined };
  }
  if (values.has('error_code') || values.has('error')) return { kind: 'expired' };
  return { kind: values.has('message') ? 'halfConfirmed' : 'missing' };
}
