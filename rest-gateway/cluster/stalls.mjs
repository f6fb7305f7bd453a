// What Postgres waits for while no write succeeds: a lock, the standby (`IPC:SyncRep`), the disk (`IO:WALSync`).
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { databaseUrl } from "./postgres.mjs";
import { pause } from "./programs.mjs";

/** How long no write may succeed before Postgres is asked, in milliseconds. */
const STALL = 1000;
const INTERVAL = 250;
const WAITS = `select distinct wait_event_type || ':' || wait_event from pg_stat_activity
  where state = 'active' and backend_type = 'client backend' and wait_event is not null`;

/** Resolves to the number of samples with each wait, once `isStopping` holds. `writes` is the count of the clients' writes. */
export async function watchStalls(writes, isStopping) {
  const samples = {};
  while (!isStopping()) {
    await pause(INTERVAL);
    if (performance.now() - writes.lastSuccess < STALL) continue;
    for (const wait of await currentWaits()) samples[wait] = (samples[wait] ?? 0) + 1;
  }
  return samples;
}

async function currentWaits() {
  const env = { ...process.env, PGCONNECT_TIMEOUT: "2" };
  try {
    const { stdout } = await promisify(execFile)("psql", ["-qXAt", databaseUrl(), "-c", WAITS], { env });
    return stdout.split("\n").filter(Boolean);
  } catch {
    return ["a primary"];
  }
}
