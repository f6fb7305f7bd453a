// Finds the Chromium for tests, screenshots and Lighthouse: the one in the variable CHROMIUM, else one in PATH that
// runs, else Playwright's.
import { chromium, type LaunchOptions } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Stores the path in the environment, so that child processes need not search again. */
export function chromiumPath(): string {
  process.env['CHROMIUM'] ??= candidatesInPath().find(runs) ?? chromium.executablePath();
  return process.env['CHROMIUM'];
}

/** How Playwright starts it, without requests to hosts other than `hostname`, such as that of the embedded map. */
export function chromiumOptions(hostname: string): LaunchOptions {
  return {
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${hostname}`,
    ],
  };
}

/** Whether a program starts. Some distributions install a stub that only prints how to install the browser. */
export function runs(program: string): boolean {
  return spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0;
}

function candidatesInPath(): string[] {
  const folders = (process.env['PATH'] ?? '').split(':').filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
}
