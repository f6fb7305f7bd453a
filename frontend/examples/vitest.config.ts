import { defineConfig } from 'vitest/config';

/** Example projects, each with a stack of its own, one after the other. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    environment: 'node',
    include: ['*/journey.test.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
