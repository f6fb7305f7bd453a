import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Only whole addresses are allowed in these files: the server puts its own in the place of this one. */
const SITE = 'https://isula.invalid';

const LANGUAGES = ['fr', 'en', 'de', 'it', 'es', 'da', 'sv', 'ja', 'ko', 'zh'];

/** Pages that anybody may find; those of one person, of hosts and of the administration are not among them. */
const PATHS = [
  '/',
  '/search',
  '/hotels',
  '/hotels-luxe',
  '/hotels-club',
  '/hotels-club-familiaux',
  '/villas',
  '/spa-hotels',
  '/chambres-hotes',
  '/maisons-hotes',
  '/gites-chambres-hotes',
  '/appartements',
  '/campings',
  '/residences',
  '/soirees-etapes',
  '/coups-de-coeur',
  '/restaurants',
  '/seminaires',
  '/car-rental',
  '/taxi',
  '/partners',
  '/club-marmara-marina-viva',
  '/club-lookea-corsica-paoli',
  '/club-med-santambroggio',
  '/belambra-pineto',
  '/club-fiesta-ajaccio',
  '/club-vacanciel-porto-vecchio',
  ...['Corse du Sud', 'Haute-Corse', 'Cap Corse', 'Centre Corse', 'Golfe de Porto', 'Balagne'].map(
    (region) => `/region-hotels?${new URLSearchParams({ region }).toString()}`,
  ),
  ...sampleHotels().map((id) => `/hotel-detail?id=${id}`),
];

/** Writes `sitemap.xml`, with every page and what it is called in the ten languages, and `robots.txt`. */
export function sitemap(): Plugin {
  return {
    name: 'sitemap',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: xml() });
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robots() });
    },
  };
}

function xml(): string {
  const pages = PATHS.map((path) => `  <url>\n    <loc>${escape(SITE + path)}</loc>\n${alternates(path)}\n  </url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${pages.join('\n')}
</urlset>
`;
}

function alternates(path: string): string {
  return addresses(path).map(({ hreflang, href }) => `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`).join('\n');
}

/** The pages that `PageTitle` names as each other's alternates, each of which is its own canonical address. */
function addresses(path: string): { hreflang: string; href: string }[] {
  const page = SITE + path;
  const inLanguage = (language: string) => `${page}${path.includes('?') ? '&' : '?'}lng=${language}`;
  return [
    { hreflang: 'x-default', href: escape(page) },
    ...LANGUAGES.map((language) => ({ hreflang: language, href: escape(inLanguage(language)) })),
  ];
}

function robots(): string {
  const closed = ['/admin', '/channel-manager', '/booking-confirmation', '/booking-success'];
  return `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${SITE}/sitemap.xml\n`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** The ids of the hotels that the database is seeded with. */
function sampleHotels(): number[] {
  const folder = fileURLToPath(new URL('../../schema/seed/hotels/', import.meta.url));
  const ids = readdirSync(folder).flatMap((file) => {
    const hotels: { id: number }[] = JSON.parse(readFileSync(folder + file, 'utf8'));
    return hotels.map(({ id }) => id);
  });
  return ids.toSorted((a, b) => a - b);
}
