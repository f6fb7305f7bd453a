import { defineConfig } from 'vitest/config';

/** Contract tests: the product's calls through supabase-js and plain HTTP, against the backend of SUPABASE_URL. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    environment: 'node',
    include: ['**/*.test.ts'],
    testTimeout: 30_000,
  },
});
