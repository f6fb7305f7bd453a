import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from '../scripts/chromium.ts';

/** Example projects, each with a stack of its own and its page at an origin of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: '*/journey.spec.ts',
  outputDir: '../test-results/examples',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // Generous timeouts, because the machine may run a build at the same time.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: { ...devices['Desktop Chrome'], screenshot: 'only-on-failure', launchOptions: chromiumOptions('127.0.0.1') },
});
