/** For comparing: neither case nor accents nor the form of an apostrophe matter. */
export function folded(text: string): string {
  return straight(text.trim()).normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '').toLowerCase();
}

/** The same, and neither do hyphens and apostrophes: `ile rousse` is L'Île-Rousse. */
export function searchable(text: string): string {
  return folded(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** People type the straight apostrophe. */
export function straight(name: string): string {
  return name.replaceAll('’', "'");
}
