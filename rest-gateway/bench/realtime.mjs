// `just bench-realtime`: the realtime service with many clients, next to a bare server on the same WebSocket crate that
// sends every message to all connections of a path and does nothing else. One line per figure.
//
// `--soak MINUTES` lets clients join, leave and crash instead, on a database with a standby that fails over, restarts or
// ends connections every five minutes (`--every MINUTES`), and prints the memory. `--nodes 2` does it with a cluster.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { createDatabase, psql } from "./database.mjs";
import { atLeast, check, share } from "./figures.mjs";
import { PostgresPair } from "./postgres-pair.mjs";
import { end, resident } from "./processes.mjs";
import { anonKey, hold, load, sign, spawnLoad, startBare, startNodes, startService } from "./realtime-processes.mjs";
import { soak } from "./realtime-soak.mjs";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const HELD = 20_000;
/** As many as one process can open, up to 20,000 and 10,000. */
const HELD_BY_ONE = Math.min(HELD, openFiles() - 500);
const RECEIVERS = Math.min(10_000, openFiles() - 500);
const SUBSCRIBERS = 1000;
/** Clients of each node that stay during `--soak`. */
const STAYING = 50;
/** Somewhat more than the goal needs. */
const CHANGES_A_SECOND = 12;

const folder = mkdtempSync(join(tmpdir(), "bench-realtime-"));
try {
  if (process.argv.includes("--soak")) await soakWithStandby();
  else await measure();
} finally {
  rmSync(folder, { recursive: true });
}

async function soakWithStandby() {
  const pair = await PostgresPair.start();
  const database = "bench";
  const superuser = createDatabase(pair.primary, database);
  const tokens = prepareChanges(superuser, STAYING);
  const { nodes, stop } = await startNodes(pair.url("supabase_realtime_admin", database), option("--nodes", 1), folder);
  try {
    await soak({ minutes: option("--soak"), every: option("--every", 5), nodes, pair, database, tokens });
  } finally {
    await stop();
    await pair.end();
  }
}

async function measure() {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error("run it by `just bench-realtime`, which starts Postgres");
  const superuser = createDatabase(server);
  const database = superuser.replace("postgres@", "supabase_realtime_admin@");
  const scenarios = { idle, held, broadcasts, presence, changes };
  const chosen = process.argv.slice(2).filter((name) => name in scenarios);
  for (const name of chosen.length ? chosen : Object.keys(scenarios)) await scenarios[name](database, superuser);
}

async function idle(database) {
  const service = await startService(database);
  await setTimeout(5000);
  check("resident idle", resident(service.child.pid), "MB", 10);
  const before = cpuSeconds(service.child.pid);
  await setTimeout(20_000);
  check("CPU at rest", ((cpuSeconds(service.child.pid) - before) / 20) * 100, "%", 0.2);
  await end(service.child);
}

/** Nodes with a load program each, as many as the limit of open files requires. */
async function held(database) {
  const count = Math.ceil(HELD / HELD_BY_ONE);
  const { nodes, stop } = await startNodes(database, count, folder);
  await setTimeout(1000);
  const before = nodes.map(({ child }) => resident(child.pid));
  const clients = await Promise.all(nodes.map(({ address }) => hold(address, anonKey, HELD / count)));
  await setTimeout(2000);
  for (const [number, { child }] of nodes.entries()) {
    const node = count > 1 ? ` of node ${number + 1}` : "";
    const kilobytes = ((resident(child.pid) - before[number]) * 1024) / (HELD / count);
    check(`memory of each of ${HELD / count} connections with a channel${node}`, kilobytes, "KB", 25);
  }
  for (const program of clients) program.kill("SIGKILL");
  await stop();
}

async function broadcasts(database) {
  await broadcast(database, "1 topic", { topics: 1, members: RECEIVERS });
  await broadcast(database, "1,000 topics of 10", { topics: RECEIVERS / 10, members: 10 });
}

async function broadcast(database, name, options) {
  const service = await startService(database);
  const ours = await load("broadcast", service.address, anonKey, { ...options, seconds: SECONDS });
  await end(service.child);
  const bare = await startBare();
  const limit = await load("broadcast", bare.address, "bare", { ...options, seconds: SECONDS });
  bare.child.kill("SIGKILL");
  share(`messages a second, ${name}`, ours.rate, "messages of the bare server", limit.rate, 0.7);
  console.log(`  p50 ${ours.p50} ms, p99 ${ours.p99} ms; bare ${limit.p50} ms, ${limit.p99} ms`);
}

async function presence(database) {
  const service = await startService(database);
  const { rate, p50, p99 } = await load("presence", service.address, anonKey, { members: 100, seconds: SECONDS });
  console.log(`presence: ${rate} messages a second to 100 members that come and go, p50 ${p50} ms, p99 ${p99} ms`);
  await end(service.child);
}

async function changes(database, superuser) {
  const tokens = prepareChanges(superuser, SUBSCRIBERS);
  const service = await startService(database);
  const clients = spawnLoad("changes", service.address, anonKey, { tokens, seconds: SECONDS });
  const lines = createInterface({ input: clients.stdout })[Symbol.asyncIterator]();
  await lines.next();
  // With the default of Postgres: without it the log is written, and read, with a delay.
  const inserting = spawn("psql", ["-qX", superuser, "-c", "set synchronous_commit = on", "-c", `do $$ begin for i in 1..${CHANGES_A_SECOND * (SECONDS + 3)} loop
    insert into public.load (t) values ((extract(epoch from clock_timestamp()) * 1e6)::bigint); commit;
    perform pg_sleep(${1 / CHANGES_A_SECOND}); end loop; end $$`], { stdio: "inherit" });
  const { rate, p50, p99 } = JSON.parse((await lines.next()).value);
  atLeast(`changes delivered to ${SUBSCRIBERS} subscribers under row-level security`, rate, "a second", 10_000);
  console.log(`  p50 ${p50} ms`);
  check("p99 of a change", p99, "ms", 250);
  inserting.kill();
  await end(service.child);
}

/** Creates and publishes the table of the changes. Returns a file of tokens. */
function prepareChanges(superuser, subscribers) {
  psql(superuser, "-c", `create table public.load (id bigint generated always as identity primary key, owner uuid, t bigint);
    alter table public.load enable row level security; grant select on public.load to authenticated;
    create policy load_read on public.load for select to authenticated using ((select auth.uid()) is not null);
    alter publication supabase_realtime add table public.load;`);
  // Each subscriber has a token of its own, so that row-level security decides for each of them.
  const tokens = Array.from({ length: subscribers }, () => sign({ role: "authenticated", sub: randomUUID() }));
  const file = join(folder, "tokens");
  writeFileSync(file, tokens.join("\n"));
  return file;
}

/** The number after a flag. */
function option(flag, otherwise) {
  const at = process.argv.indexOf(flag);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

function openFiles() {
  return Number(/Max open files\s+\d+\s+(\d+)/.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? 1024);
}

function cpuSeconds(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13).map(Number);
  return (user + system) / 100;
}
