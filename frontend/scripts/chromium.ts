// The browser of the tests, the screenshots and Lighthouse: the one that CHROMIUM names, else one of the machine's own
// that runs, else Playwright's.
import { chromium } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Found once: processes that are started later inherit the answer. */
export function chromiumPath(): string {
  process.env['CHROMIUM'] ??= onThisMachine().find(runs) ?? chromium.executablePath();
  return process.env['CHROMIUM'];
}

/** Some are only there to say where the real one is to be had. */
export function runs(program: string): boolean {
  return spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0;
}

function onThisMachine(): string[] {
  const folders = (process.env['PATH'] ?? '').split(':').filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
}
