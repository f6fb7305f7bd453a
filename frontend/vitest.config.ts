import { defineConfig, mergeConfig } from 'vitest/config';
import vite from './vite.config.ts';

export default mergeConfig(
  vite({ command: 'serve', mode: 'test' }),
  defineConfig({
    test: {
      environment: 'jsdom',
      environmentOptions: { jsdom: { url: 'http://isula.test/' } },
      include: ['src/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
      setupFiles: ['src/testing/setup.ts'],
      // Class names as in the sources, for tests that look at classes.
      css: { modules: { classNameStrategy: 'non-scoped' } },
      restoreMocks: true,
      testTimeout: 20_000,
      env: { VITE_SUPABASE_ANON_KEY: 'public-key' },
    },
  }),
);
