/** Origin of the embedded map. The content security policy allows frames of this origin only. */
export const MAP_HOST = 'https://www.google.com';
