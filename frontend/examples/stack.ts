/** Runs a stack on an example's folder. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TARGET = join(import.meta.dirname, '../../target');
/** The program; `just examples` builds this one. */
const PROGRAM = process.env['REST_GATEWAY'] ?? join(TARGET, 'debug/rest-gateway');
/** Where `just examples` installs Deno. */
const PATH = `${join(TARGET, 'deno/node_modules/.bin')}:${process.env['PATH'] ?? ''}`;

/** The values of `status` that a page or a journey uses. */
interface Addresses {
  readonly API_URL: string;
  readonly PUBLISHABLE_KEY: string;
  readonly MAILPIT_URL: string;
}

export interface Stack {
  readonly addresses: Addresses;
  stop(): Promise<void>;
}

/** `rest-gateway up` in a folder. */
export async function startStack(folder: string): Promise<Stack> {
  const data = await mkdtemp(join(tmpdir(), 'example-'));
  const stop = async () => {
    try {
      await run(PROGRAM, ['stop', '--delete-data', '--data', data]);
    } finally {
      await rm(data, { recursive: true, force: true });
    }
  };
  try {
    await run(PROGRAM, ['up', '--detach', '--port', '0', '--data', data, '--workdir', folder], { env: { ...process.env, PATH } });
    const { stdout } = await run(PROGRAM, ['status', '-o', 'json', '--data', data]);
    return { addresses: JSON.parse(stdout) as Addresses, stop };
  } catch (error) {
    // Fails where nothing has started.
    await stop().catch(() => undefined);
    throw error;
  }
}
