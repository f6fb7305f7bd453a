// Clients that write a row and read it at once from whichever server, many times (`--read-your-writes COUNT`).
import { pause } from "./programs.mjs";
import { sql } from "./postgres.mjs";
import { exchange } from "./traffic.mjs";

const CLIENTS = 32;

/** Prints how many reads lacked the row, and how many a replica has answered. Resolves to whether all were right. */
export async function readYourWrites(port, key, count) {
  sql(`create table public.trials (id bigint primary key);
    create view public.trials_read with (security_invoker = on) as select id, pg_is_in_recovery() as is_replica from public.trials;
    grant select, insert on public.trials, public.trials_read to service_role;
    alter table public.trials enable row level security;
    notify pgrst, 'reload schema'`);
  const headers = { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" };
  const read = (id, position) => exchange(port, { method: "GET", path: `/rest/v1/trials_read?id=eq.${id}`, headers: { ...headers, "x-commit-lsn": position } });
  while ((await read(0, "0/0")).status !== 200) await pause(100);
  let [next, stale, failed, onReplica] = [1, 0, 0, 0];
  const since = performance.now();
  const client = async () => {
    for (let id = next++; id <= count; id = next++) {
      const written = await exchange(port, { method: "POST", path: "/rest/v1/trials", headers, body: JSON.stringify({ id }) });
      const answer = written.status === 201 ? await read(id, written.headers["x-commit-lsn"]) : written;
      if (answer.status !== 200) failed++;
      else {
        const [row] = JSON.parse(answer.text);
        if (row?.id !== id) stale++;
        if (row?.is_replica) onReplica++;
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const seconds = Math.round((performance.now() - since) / 1000);
  console.log(`${count} rows read after they were written, in ${seconds} s: ${stale} stale, ${failed} failed, ${onReplica} from a replica`);
  return stale === 0 && failed === 0 && onReplica > 0;
}
