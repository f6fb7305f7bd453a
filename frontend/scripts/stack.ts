// Starts a stack for tests from the binaries of `target`.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const gateway = join(root, 'target', process.env['PROFILE'] ?? 'debug', 'rest-gateway');
const START_TIMEOUT_MS = 120_000;

/** A running stack, and what its `status` says as variables. */
export interface Stack {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a whole stack on free ports and waits until it answers.
 * @param flags further flags of `up`
 */
export async function startStack(flags: readonly string[] = []): Promise<Stack> {
  const data = mkdtempSync(join(tmpdir(), 'isula-stack-'));
  const log: string[] = [];
  const up = spawn(gateway, ['up', '--data', data, '--port', '0', ...flags], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  up.stdout.on('data', (text: Buffer) => log.push(text.toString()));
  up.stderr.on('data', (text: Buffer) => log.push(text.toString()));
  const ended = new Promise((done) => up.on('exit', done).on('error', done));
  up.on('error', (error) => log.push(`${gateway}: ${error.message}\n`));

  const stop = async () => {
    up.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  const since = Date.now();
  for (;;) {
    const keys = await status(data);
    if (keys?.API_URL && (await isReachable(keys.API_URL))) {
      return {
        stop,
        env: {
          SUPABASE_URL: keys.API_URL,
          SUPABASE_ANON_KEY: keys.ANON_KEY,
          SUPABASE_SERVICE_ROLE_KEY: keys.SERVICE_ROLE_KEY,
          SUPABASE_PUBLISHABLE_KEY: keys.PUBLISHABLE_KEY,
          SUPABASE_SECRET_KEY: keys.SECRET_KEY,
          ADMIN_USERNAME: keys.ADMIN_USERNAME,
          ADMIN_PASSWORD: keys.ADMIN_PASSWORD,
          MAILPIT_URL: keys.MAILPIT_URL,
        },
      };
    }
    if (up.exitCode !== null || up.pid === undefined || Date.now() - since > START_TIMEOUT_MS) {
      await stop();
      const lastLines = log.join('').split('\n').slice(-30).join('\n');
      throw new Error(`${lastLines}\nthe stack did not start within ${START_TIMEOUT_MS / 1000} seconds, or its process ended`);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** The part of the output of `status -o json` that tests need. */
interface Status {
  readonly API_URL?: string;
  readonly ANON_KEY?: string;
  readonly SERVICE_ROLE_KEY?: string;
  readonly PUBLISHABLE_KEY?: string;
  readonly SECRET_KEY?: string;
  readonly ADMIN_USERNAME?: string;
  readonly ADMIN_PASSWORD?: string;
  readonly MAILPIT_URL?: string;
}

/** The status of the stack, or null if it is not running. */
function status(data: string): Promise<Status | null> {
  return new Promise((done) => {
    const statusProcess = spawn(gateway, ['status', '--data', data, '-o', 'json'], { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    statusProcess.stdout.on('data', (part: Buffer) => (text += part.toString()));
    statusProcess.on('error', () => done(null));
    statusProcess.on('exit', (exit) => done(exit === 0 ? JSON.parse(text) : null));
  });
}

/** Whether the gateway answers, if only that the site is not built. */
async function isReachable(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status < 500;
  } catch {
    return false;
  }
}
