/**
 * A link that opens a mail to this address and sets nothing else: whatever would be read as a subject, a copy or a body
 * is escaped.
 */
export function mailto(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
}
