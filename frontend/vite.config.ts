import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compressedCopies } from './build/compress.ts';
import { dictionaries } from './build/dictionaries.ts';
import { policyHosts } from './build/policyHosts.ts';
import { earlyHints } from './build/preload.ts';
import { sitemap } from './build/sitemap.ts';

const stack = process.env['SUPABASE_URL'] ?? 'http://127.0.0.1:54321';
const proxied = Object.fromEntries(['/rest/', '/functions/', '/auth/', '/storage/'].map((path) => [path, { target: stack }]));

/** What the search, its results and a place to stay have in common: small parts that would be twenty requests. */
const OF_STAYS = new RegExp(
  `src/(${[
    'components/(Breadcrumb|Notice|Stars|useMediaQuery)',
    'data/(destinations|folded|stars|towns)',
    'features/hotel-detail/hotelNames',
    'features/search/(propertyTypes|searchAddress|useAddressParams)',
    'features/search-form/(dateRange|DatesField|guests)',
  ].join('|')})\\.tsx?$`,
);

export default defineConfig(({ isSsrBuild }) => ({
  define: { 'import.meta.env.VITE_YEAR': JSON.stringify(String(new Date().getFullYear())) },
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  plugins: [
    {
      ...optimizeLocales.vite({
        locales: ['da-DK', 'de-DE', 'en-US', 'es-ES', 'fr-FR', 'it-IT', 'ja-JP', 'ko-KR', 'sv-SE', 'zh-CN'],
      }),
      enforce: 'pre',
    },
    react(),
    // The build that draws the pages makes no files for the browser.
    ...(isSsrBuild ? [] : [earlyHints(), policyHosts(), dictionaries(['common', 'layout']), sitemap(), compressedCopies()]),
  ],
  server: { proxy: proxied },
  preview: { proxy: proxied },
  build: {
    target: 'es2023',
    // A few hundred bytes inlined as base64 cost more than they save once the page is compressed.
    assetsInlineLimit: 0,
    // All styles together are no more than a picture, and a page that has them all waits for no more of them.
    cssCodeSplit: false,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    rolldownOptions: {
      output: {
        codeSplitting: !isSsrBuild && {
          // One chunk compresses far better than fifty tiny ones, and is asked for in one request.
          groups: [
            { name: 'first-answer', test: /src.app.firstAnswer/, priority: 1 },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
            { name: 'frame', tags: ['$initial'] },
            { name: 'common', minShareCount: 12 },
            { name: 'island', test: /src.(components.IslandShape|data.island)/ },
            { name: 'amenities', test: /src.(components.Amenity|data.amenities)/ },
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
            { name: 'stays', test: OF_STAYS },
          ],
        },
      },
    },
  },
}));
