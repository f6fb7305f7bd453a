// Finds the Chromium for tests, screenshots and Lighthouse: the one in the variable CHROMIUM, else one in PATH that
// runs, else Playwright's.
import { chromium } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Stores the path in the environment, so that child processes need not search again. */
export function chromiumPath(): string {
  process.env['CHROMIUM'] ??= candidatesInPath().find(runs) ?? chromium.executablePath();
  return process.env['CHROMIUM'];
}

/** Whether a program starts. Some distributions install a stub that only prints how to install the browser. */
export function runs(program: string): boolean {
  return spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0;
}

function candidatesInPath(): string[] {
  const folders = (process.env['PATH'] ?? '').split(':').filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
}
