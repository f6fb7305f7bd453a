/**
 * A `mailto:` link for an address. Characters that could add a subject, a copy or a body are escaped.
 */
export function mailto(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
}
