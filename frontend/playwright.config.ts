import { defineConfig, devices, firefox, webkit, type BrowserType } from '@playwright/test';
import { existsSync } from 'node:fs';
import { chromiumOptions } from './scripts/chromium.ts';

const site = process.env['SUPABASE_URL'] ?? 'http://127.0.0.1:54321';
const launchOptions = chromiumOptions(new URL(site).hostname);

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // Generous timeouts, because the machine may run a build at the same time.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    baseURL: site,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', testIgnore: /phone\.spec/, use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 }, launchOptions } },
    // Touch, a small screen and a high pixel density, for `phone.spec.ts` and the tests with the tag `@phone`.
    { name: 'phone', grep: /phone\.spec|@phone/, use: { ...devices['Pixel 7'], launchOptions } },
    ...engine('firefox', firefox, devices['Desktop Firefox']),
    ...engine('webkit', webkit, devices['Desktop Safari']),
  ],
});

/** The tests with the tag `@engines` in another engine; none where Playwright has not installed it. */
function engine(name: string, type: BrowserType, device: object) {
  if (existsSync(type.executablePath())) return [{ name, grep: /@engines/, use: device }];
  // The workers load this file too.
  if (process.env['TEST_WORKER_INDEX'] === undefined) console.warn(`No ${name} is installed, so its tests are left out (npx playwright install ${name}).`);
  return [];
}
