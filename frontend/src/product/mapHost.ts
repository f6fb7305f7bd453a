/** Whose map a place is shown on. The page's policy allows frames of this host alone. */
export const MAP_HOST = 'https://www.google.com';
