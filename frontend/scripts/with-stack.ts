// `node scripts/with-stack.ts COMMAND…` starts a whole stack, runs a command against it and stops the stack when the
// command ends. The command gets the variables SUPABASE_URL, SUPABASE_ANON_KEY, SUPABASE_PUBLISHABLE_KEY,
// SUPABASE_SERVICE_ROLE_KEY, SUPABASE_SECRET_KEY, ADMIN_USERNAME, ADMIN_PASSWORD and MAILPIT_URL. If SUPABASE_URL is
// already set, no stack is started.
import { spawn } from 'node:child_process';
import { startStack } from './stack.ts';

const [command, ...args] = process.argv.slice(2);
if (!command) {
  console.error('usage: with-stack COMMAND [ARGUMENT…]');
  process.exit(2);
}

const stack = process.env['SUPABASE_URL'] ? null : await startStack().catch(giveUp);
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

function giveUp(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
