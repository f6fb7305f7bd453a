/** For comparing: neither case nor accents nor the form of an apostrophe matter. */
export function folded(text: string): string {
  return straight(text.trim()).normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '').toLowerCase();
}

/** People type the straight apostrophe. */
export function straight(name: string): string {
  return name.replaceAll('’', "'");
}
