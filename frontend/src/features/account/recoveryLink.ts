/** What the fragment of a link in a mail says: the token of a session that may set a password, or why there is none. */
export type RecoveryLink =
  | { readonly kind: 'valid'; readonly token: string; readonly expiresIn: number | undefined }
  | { readonly kind: 'expired' }
  | { readonly kind: 'missing' };

/** Reads the fragment of `/nouveau-mot-de-passe`, with or without its `#`. */
export function readRecoveryLink(fragment: string): RecoveryLink {
  const values = new URLSearchParams(fragment.replace(/^#/, ''));
  const token = values.get('access_token');
  if (token && values.get('type') === 'recovery') {
    const seconds = Number(values.get('expires_in'));
    return { kind: 'valid', token, expiresIn: seconds > 0 ? seconds : undefined };
  }
  return values.has('error_code') || values.has('error') ? { kind: 'expired' } : { kind: 'missing' };
}
