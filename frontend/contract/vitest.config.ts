import { defineConfig } from 'vitest/config';

/** The product's calls, by the clients that people use, against the backend of SUPABASE_URL. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    environment: 'node',
    include: ['**/*.test.ts'],
    testTimeout: 30_000,
  },
});
