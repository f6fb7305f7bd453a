/** What a link in a mail is for. */
type Purpose = 'recovery' | 'email_change';

/**
 * What the fragment of a link in a mail says: the token of a session; that a second link, in a mail to the other
 * address, must be opened too; or why there is no token.
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
