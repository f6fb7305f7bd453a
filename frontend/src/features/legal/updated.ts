/** The day of the last change of the legal pages. */
export const UPDATED = '2026-11-24';
