import { defineConfig, mergeConfig } from 'vitest/config';
import vite from './vite.config.ts';

/** These replace `location` or `window`, which a VM context does not let them do. */
const REPLACING_LOCATION = [
  'src/app/boundaries.test.tsx',
  'src/browser/lostChunk.test.ts',
  'src/features/home/SearchHistory.test.tsx',
  'src/i18n/redirectToLanguage.test.ts',
  'src/widgets/errors/DialogBoundary.test.tsx',
  'src/widgets/errors/PartBoundary.test.tsx',
];

export default mergeConfig(
  vite({ command: 'serve', mode: 'test' }),
  defineConfig({
    test: {
      environment: 'jsdom',
      environmentOptions: { jsdom: { url: 'http://isula.test/' } },
      setupFiles: ['scripts/nodeStreams.ts', 'src/testing/setup.ts'],
      // Class names as in the sources, for tests that look at classes.
      css: { modules: { classNameStrategy: 'non-scoped' } },
      restoreMocks: true,
      testTimeout: 20_000,
      env: { VITE_SUPABASE_ANON_KEY: 'public-key' },
      projects: [
        {
          extends: true,
          test: {
            name: 'VM contexts',
            include: ['src/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
            exclude: REPLACING_LOCATION,
            // A thread creates jsdom once. In a process for each file, that takes most of the time.
            pool: 'vmThreads',
          },
        },
        { extends: true, test: { name: 'processes', include: REPLACING_LOCATION } },
      ],
    },
  }),
);
