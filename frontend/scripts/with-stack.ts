// `node scripts/with-stack.ts COMMAND…` starts a whole stack, runs a command against it and stops the stack when the
// command ends. The command gets the variables SUPABASE_URL, SUPABASE_ANON_KEY, SUPABASE_PUBLISHABLE_KEY,
// SUPABASE_SERVICE_ROLE_KEY, SUPABASE_SECRET_KEY, ADMIN_USERNAME, ADMIN_PASSWORD and MAILPIT_URL. If SUPABASE_URL is
// already set, no stack is started.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const gateway = join(root, 'target', process.env['PROFILE'] ?? 'debug', 'rest-gateway');
const START_TIMEOUT_MS = 120_000;

const [command, ...args] = process.argv.slice(2);
if (!command) {
  console.error('usage: with-stack COMMAND [ARGUMENT…]');
  process.exit(2);
}

const stack = process.env['SUPABASE_URL'] ? null : await startStack();
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...stack?.env } });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
const code = await new Promise<number>((done) => {
  child.on('exit', (exit) => done(exit ?? 1));
  child.on('error', (error) => {
    console.error(`${command}: ${error.message}`);
    done(127);
  });
});
await stack?.stop();
process.exit(code);

interface Stack {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stop: () => Promise<void>;
}

async function startStack(): Promise<Stack> {
  const data = mkdtempSync(join(tmpdir(), 'isula-stack-'));
  const log: string[] = [];
  const up = spawn(gateway, ['up', '--data', data, '--port', '0'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
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
      console.error(log.join('').split('\n').slice(-30).join('\n'));
      console.error(`the stack did not start within ${START_TIMEOUT_MS / 1000} seconds, or its process ended`);
      await stop();
      process.exit(1);
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

async function isReachable(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
