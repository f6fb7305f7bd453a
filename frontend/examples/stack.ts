/** Runs a stack on an example's folder, with the calls that the journeys share. */

import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient, REALTIME_SUBSCRIBE_STATES, type RealtimeChannel, type SupabaseClient, type User } from '@supabase/supabase-js';
import { afterAll, beforeAll } from 'vitest';

const run = promisify(execFile);
const TARGET = join(import.meta.dirname, '../../target');
/** The program; `just examples` builds this one. */
const PROGRAM = process.env['REST_GATEWAY'] ?? join(TARGET, 'debug/rest-gateway');
/** Where `just examples` installs Deno. */
const PATH = `${join(TARGET, 'deno/node_modules/.bin')}:${process.env['PATH'] ?? ''}`;

/** The values of `status` that a journey uses. */
export interface Addresses {
  readonly API_URL: string;
  readonly ANON_KEY: string;
  readonly MAILPIT_URL: string;
}

/** Starts `rest-gateway up` in a folder before the tests of a file, and stops it after them. */
export function useStack(folder: string): Stack {
  const stack = new Stack();
  let data = '';
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'example-'));
    await run(PROGRAM, ['up', '--detach', '--port', '0', '--data', data, '--workdir', folder], { env: { ...process.env, PATH } });
    const { stdout } = await run(PROGRAM, ['status', '-o', 'json', '--data', data]);
    stack.addresses = JSON.parse(stdout) as Addresses;
  });
  afterAll(async () => {
    await run(PROGRAM, ['stop', '--delete-data', '--data', data]);
    await rm(data, { recursive: true, force: true });
  });
  return stack;
}

/** An account that is signed in. */
export interface Person {
  readonly client: SupabaseClient;
  readonly user: User;
}

export class Stack {
  addresses: Addresses | undefined;

  private get known(): Addresses {
    if (!this.addresses) throw new Error('the stack has not started');
    return this.addresses;
  }

  /** A client with the public key. */
  client(): SupabaseClient {
    return createClient(this.known.API_URL, this.known.ANON_KEY, { auth: { persistSession: false } });
  }

  /** Signs up and in. */
  async person(email: string, data: Record<string, unknown> = {}): Promise<Person> {
    const client = this.client();
    const { user } = succeeded(await client.auth.signUp({ email, password: 'brocciu e fiadone', options: { data } }));
    if (!user) throw new Error('no account');
    return { client, user };
  }

  /** The newest mail to an address, as HTML. */
  async mailTo(email: string): Promise<string> {
    const query = encodeURIComponent(`to:${email}`);
    const found = await fetch(`${this.known.MAILPIT_URL}/api/v1/search?query=${query}`);
    const { messages } = (await found.json()) as { messages: { ID: string }[] };
    const newest = messages[0];
    if (!newest) throw new Error(`no mail to ${email}`);
    const mail = await fetch(`${this.known.MAILPIT_URL}/api/v1/message/${newest.ID}`);
    return ((await mail.json()) as { HTML: string }).HTML;
  }
}

type Data<Answer extends { data: unknown }> = NonNullable<Extract<Answer, { error: null }>['data']>;

/** The data of an answer, which must have no error. */
export function succeeded<Answer extends { data: unknown; error: unknown }>(answer: Answer): Data<Answer> {
  if (answer.error) throw new Error(JSON.stringify(answer.error));
  return answer.data as Data<Answer>;
}

/** Waits until a channel is joined. */
export function joined(channel: RealtimeChannel): Promise<void> {
  return new Promise((done, failed) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) done();
      else failed(error ?? new Error(status));
    });
  });
}

/** The time-based code of a secret in base 32. */
export function totp(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = secret.split('').map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
