/** Where the icons lead until the accounts exist: what the contact page says about them. */
export const SOCIAL_PAGE = '/contact#networks';

/** The social networks. Their names are not translated; the icons are drawn in the style of the icon set. */
export const SOCIAL = [
  {
    name: 'Instagram',
    path: 'M7 2.5h10A4.5 4.5 0 0 1 21.5 7v10a4.5 4.5 0 0 1-4.5 4.5H7A4.5 4.5 0 0 1 2.5 17V7A4.5 4.5 0 0 1 7 2.5ZM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM17.5 6.5h.01',
  },
  {
    name: 'Facebook',
    path: 'M17 2.5h-2.5A4.5 4.5 0 0 0 10 7v2.5H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h2Z',
  },
  {
    name: 'YouTube',
    path: 'M5 5c4.6-.6 9.4-.6 14 0 1.6.2 2.5 1.2 2.7 2.7.4 2.9.4 5.7 0 8.6C21.5 17.8 20.6 18.8 19 19c-4.6.6-9.4.6-14 0-1.6-.2-2.5-1.2-2.7-2.7a31 31 0 0 1 0-8.6C2.5 6.2 3.4 5.2 5 5ZM10 9v6l5-3Z',
  },
] as const;
