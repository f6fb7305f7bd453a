import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compressedCopies } from './build/compress.ts';
import { dictionaries } from './build/dictionaries.ts';
import { languageRedirect } from './build/languageRedirect.ts';
import { lazyLayout } from './build/lazyLayout.ts';
import { pageModules } from './build/pageModules.ts';
import { policyHosts } from './build/policyHosts.ts';
import { preloadFonts } from './build/preloadFonts.ts';
import { sitemap } from './build/sitemap.ts';
import { LANGUAGE_CODES, type Language } from './src/i18n/language.ts';

const stack = process.env['SUPABASE_URL'] ?? 'http://127.0.0.1:54321';
const proxied = Object.fromEntries(['/rest/', '/functions/', '/auth/', '/storage/'].map((path) => [path, { target: stack }]));

/** Modules that the search form, the results and the hotel page share: one chunk instead of twenty requests. */
const STAY_CHUNK = new RegExp(
  `src/(${[
    'components/(Notice|PillField\\.module|useHydrating|useMediaQuery)',
    'product/Stars',
    'dates/(days|dateRange)',
    'geography/(destinations|regionNamed|towns)',
    'text/fold',
    'domain/(guests|hotelAddress|hotelNames|propertyTypes|searchAddress)',
    'widgets/(page/Breadcrumb|search-form/DatesField)',
  ].join('|')})\\.(tsx?|css)$`,
);

/** Only the amenities and their icons. */
const AMENITIES_CHUNK = new RegExp(
  `src/(product/Amenity|domain/amenities)|lucide-react/.*/icons/(${[
    'air-vent|baby|bus-front|concierge-bell|cooking-pot|croissant|dumbbell|eye|flower-2|lock|martini|paw-print|sun',
    'tree-palm|tv|utensils|waves-ladder|wifi',
  ].join('|')})\\.`,
);

export default defineConfig(({ isSsrBuild }) => ({
  define: { 'import.meta.env.VITE_YEAR': JSON.stringify(String(new Date().getFullYear())) },
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  plugins: [
    {
      ...optimizeLocales.vite({
        locales: LANGUAGE_CODES.map(withRegion),
      }),
      enforce: 'pre',
    },
    react(),
    pageModules(),
    languageRedirect(),
    lazyLayout(),
    // The SSR build for prerendering emits no files for the browser.
    ...(isSsrBuild ? [] : [preloadFonts(), policyHosts(), dictionaries(['common', 'layout']), sitemap(), compressedCopies()]),
  ],
  server: { proxy: proxied },
  preview: { proxy: proxied },
  build: {
    target: 'es2023',
    // Small assets inlined as base64 make the compressed page larger.
    assetsInlineLimit: 0,
    // One stylesheet for the whole site: it is no larger than a picture, and later pages need no further request.
    cssCodeSplit: false,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    rolldownOptions: {
      output: {
        codeSplitting: !isSsrBuild && {
          // One large chunk compresses better than many small ones and needs one request.
          groups: [
            { name: 'prefetch', test: /src.(app.prefetch|pictures.manifest)/, priority: 1 },
            // What the first picture of a page needs before React is loaded.
            { name: 'opening', test: /src.(app.openingPicture|pictures.illustration|domain.photoVariants|widgets.listing.sizes)/, priority: 1, includeDependenciesRecursively: false },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
            { name: 'frame', tags: ['$initial'] },
            // Icons that the home page shows below its first view, or not at all, though many pages share them.
            { name: 'more-icons', test: /lucide-react.*icons.(anchor|badge-euro|badge-percent|bath|fish|footprints|headset|mountain)\./, priority: 1, includeDependenciesRecursively: false },
            { name: 'other-icons', test: /lucide-react.*icons.(chef-hat|eye-off|key-round|soup)\./, priority: 1, includeDependenciesRecursively: false },
            // Without the parts of listing pages, which the home page does not need.
            // The home page's first view makes no queries.
            { name: 'common', test: /^(?!.*(src.(widgets.listing|product.HotelPicture|domain.sortOrder)|@tanstack|react-aria|react-stately|clsx|domain.amenities))/, minShareCount: 14 },
            { name: 'hotel-picture', test: /src.product.HotelPicture/, priority: 1, includeDependenciesRecursively: false },
            { name: 'listing', test: /src.widgets.listing/, minShareCount: 12 },
            { name: 'island', test: /src.(product.IslandShape|geography.(island|plane))/ },
            // Without the icons that the home page shows.
            { name: 'amenities', test: AMENITIES_CHUNK, includeDependenciesRecursively: false },
            // Icons of fewer places stay with these; the home page loads this chunk.
            { name: 'icons', test: /lucide-react/, minShareCount: 4 },
            { name: 'stays', test: STAY_CHUNK },
          ],
        },
      },
    },
  },
}));

/** `de-DE` for `de`: React Aria names its locales with the most likely region. */
function withRegion(code: Language): string {
  const { language, region } = new Intl.Locale(code).maximize();
  return `${language}-${region}`;
}
