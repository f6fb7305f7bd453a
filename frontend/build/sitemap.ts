import type { Plugin } from 'vite';
import { PAGES, type PagePath } from '../src/app/pages.ts';
import { REGIONS } from '../src/geography/regions.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, pathInLanguage, type Language } from '../src/i18n/language.ts';

/** A placeholder origin: these files need absolute URLs, and the front door replaces it by its own. */
const SITE = 'https://isula.invalid';

/** The queries of the pages that show nothing to a crawler without one. `functions/hotel-pages` adds the active hotels. */
const QUERIES: Partial<Record<PagePath, readonly string[]>> = {
  'region-hotels': REGIONS.map(({ name }) => new URLSearchParams({ region: name }).toString()),
  'hotel-detail': [],
};

/** What crawlers may index: every page but those of one person, of hosts and of the administration. */
const ADDRESSES = PAGES.filter((page) => !isPersonal(page)).flatMap(({ path }) => QUERIES[path]?.map((query) => `/${path}?${query}`) ?? `/${path}`);

function isPersonal(page: (typeof PAGES)[number]): boolean {
  return 'dependsOn' in page && page.dependsOn === 'person';
}

/** Writes `sitemap.xml`, with each page in each of the ten languages and its alternates, and `robots.txt`. */
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
  const pages = ADDRESSES.flatMap((path) => LANGUAGE_CODES.map((language) => entry(path, language)));
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${pages.join('\n')}
</urlset>
`;
}

/** A page in a language. Every language lists all alternates, as search engines expect. */
function entry(path: string, language: Language): string {
  return `  <url>\n    <loc>${addressOf(path, language)}</loc>\n${alternates(path)}\n  </url>`;
}

/** The alternates of a page: the same ones that `PageTitle` puts into the document's head. */
function alternates(path: string): string {
  const link = (hreflang: string, language: Language) =>
    `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${addressOf(path, language)}"/>`;
  return [link('x-default', DEFAULT_LANGUAGE), ...LANGUAGE_CODES.map((language) => link(language, language))].join('\n');
}

function addressOf(path: string, language: Language): string {
  return escape(SITE + pathInLanguage(path, language));
}

function robots(): string {
  const closed = PAGES.filter(isPersonal).flatMap(({ path }) => LANGUAGE_CODES.map((language) => pathInLanguage(`/${path}`, language)));
  return `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${SITE}/sitemap.xml\n`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
