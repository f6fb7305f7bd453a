/** A short hash of a text (FNV-1a, 32 bits): tells whether a text is still the one that a translation was made of. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
