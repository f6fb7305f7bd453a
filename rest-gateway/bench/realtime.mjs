// `just bench-realtime`: the realtime service with many clients, next to a bare server on the same WebSocket crate that
// sends every message to all connections of a path and does nothing else. One line per figure. `--soak MINUTES` lets
// clients join, leave and crash, ends the database's connections now and then, and prints the memory every minute instead.
import { spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createDatabase, psql } from "./database.mjs";
import { atLeast, check, share } from "./figures.mjs";
import { end, freePort, resident, until } from "./processes.mjs";
import { soak } from "./realtime-soak.mjs";
import { root } from "./stack.mjs";

const SECRET = "a-secret-for-benchmarks-of-at-least-32-characters";
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
/** As many as the limit of open files allows, up to 20,000. */
const HELD = Math.min(20_000, openFiles() - 500);
const RECEIVERS = Math.min(10_000, openFiles() - 500);
const SUBSCRIBERS = 1000;
/** Somewhat more than the goal needs. */
const CHANGES_A_SECOND = 12;
const binary = (name) => join(root, "target/release", name);

const folder = mkdtempSync(join(tmpdir(), "bench-realtime-"));
const database = prepareDatabase();
const anonKey = sign({ role: "anon" });
const minutes = Number(process.argv[process.argv.indexOf("--soak") + 1]);
try {
  if (process.argv.includes("--soak")) {
    const service = await startService();
    await soak({ minutes, service, execute, load, hold, sign, resident, tokens: prepareChanges(50) });
    await end(service.child);
  } else {
    const scenarios = { idle, held, broadcasts, presence, changes };
    const chosen = process.argv.slice(2).filter((name) => name in scenarios);
    for (const name of chosen.length ? chosen : Object.keys(scenarios)) await scenarios[name]();
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function idle() {
  const service = await startService();
  await pause(5000);
  check("resident idle", resident(service.child.pid), "MB", 10);
  const before = cpuSeconds(service.child.pid);
  await pause(20_000);
  check("CPU at rest", ((cpuSeconds(service.child.pid) - before) / 20) * 100, "%", 0.2);
  await end(service.child);
}

async function held() {
  const service = await startService();
  await pause(1000);
  const before = resident(service.child.pid);
  const clients = await hold(service.address, anonKey, HELD);
  await pause(2000);
  check(`memory of each of ${HELD} connections with a channel`, ((resident(service.child.pid) - before) * 1024) / HELD, "KB", 25);
  clients.kill("SIGKILL");
  await end(service.child);
}

async function broadcasts() {
  await broadcast("1 topic", { topics: 1, members: RECEIVERS });
  await broadcast("1,000 topics of 10", { topics: RECEIVERS / 10, members: 10 });
}

async function broadcast(name, options) {
  const service = await startService();
  const ours = await load("broadcast", service.address, anonKey, { ...options, seconds: SECONDS });
  await end(service.child);
  const bare = spawn(binary("realtime-load"), ["bare"], { stdio: ["ignore", "pipe", "inherit"] });
  const { address } = await line(bare);
  const limit = await load("broadcast", address, "bare", { ...options, seconds: SECONDS });
  bare.kill("SIGKILL");
  share(`messages a second, ${name}`, ours.rate, "messages of the bare server", limit.rate, 0.7);
  console.log(`  p50 ${ours.p50} ms, p99 ${ours.p99} ms; bare ${limit.p50} ms, ${limit.p99} ms`);
}

async function presence() {
  const service = await startService();
  const { rate, p50, p99 } = await load("presence", service.address, anonKey, { members: 100, seconds: SECONDS });
  console.log(`presence: ${rate} messages a second to 100 members that come and go, p50 ${p50} ms, p99 ${p99} ms`);
  await end(service.child);
}

/** The published table of the changes. Returns a file of tokens. */
function prepareChanges(subscribers) {
  execute(`create table if not exists public.load (id bigint generated always as identity primary key, owner uuid, t bigint);
    alter table public.load enable row level security; grant select on public.load to authenticated;
    create policy load_read on public.load for select to authenticated using ((select auth.uid()) is not null);
    alter publication supabase_realtime add table public.load;`);
  // Each subscriber has a token of its own, so that row-level security decides for each of them.
  const tokens = Array.from({ length: subscribers }, () => sign({ role: "authenticated", sub: randomUUID() }));
  const file = join(folder, "tokens");
  writeFileSync(file, tokens.join("\n"));
  return file;
}

async function changes() {
  const file = prepareChanges(SUBSCRIBERS);
  const service = await startService();
  const clients = spawn(binary("realtime-load"), ["changes", service.address, anonKey, `tokens=${file}`, `seconds=${SECONDS}`], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: clients.stdout })[Symbol.asyncIterator]();
  await lines.next();
  // With the default of Postgres: without it the log is written, and read, with a delay.
  const inserting = spawn("psql", ["-qX", database.superuser, "-c", "set synchronous_commit = on", "-c", `do $$ begin for i in 1..${CHANGES_A_SECOND * (SECONDS + 3)} loop
    insert into public.load (t) values ((extract(epoch from clock_timestamp()) * 1e6)::bigint); commit;
    perform pg_sleep(${1 / CHANGES_A_SECOND}); end loop; end $$`], { stdio: "inherit" });
  const { rate, p50, p99 } = JSON.parse((await lines.next()).value);
  atLeast(`changes delivered to ${SUBSCRIBERS} subscribers under row-level security`, rate, "a second", 10_000);
  console.log(`  p50 ${p50} ms`);
  check("p99 of a change", p99, "ms", 250);
  inserting.kill();
  await end(service.child);
}

/** A database with the platform's migrations on the server of `with-postgres`. */
function prepareDatabase() {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error("run it by `just bench-realtime`, which starts Postgres");
  const superuser = createDatabase(server);
  return { superuser, service: superuser.replace("postgres@", "supabase_realtime_admin@") };
}

async function startService(variables = {}) {
  const port = await freePort();
  const unlimited = { REALTIME_MAX_CONCURRENT_USERS: 1e6, REALTIME_MAX_EVENTS_PER_SECOND: 1e9, REALTIME_MAX_JOINS_PER_SECOND: 1e9, REALTIME_MAX_PRESENCE_EVENTS_PER_SECOND: 1e9, CLIENT_PRESENCE_MAX_CALLS: 1e9, RATE_LIMIT_REQUESTS: 1e9 };
  const keys = { keys: [{ kty: "oct", k: Buffer.from(SECRET).toString("base64url"), alg: "HS256" }] };
  const env = { ...process.env, PORT: port, LOG_LEVEL: "warn", SUPABASE_URL: "http://127.0.0.1:54321", SUPABASE_JWKS: JSON.stringify(keys), SUPABASE_ANON_KEY: anonKey, SUPABASE_SERVICE_ROLE_KEY: sign({ role: "service_role" }), SUPABASE_SECRET_KEYS: JSON.stringify({ default: "sb_secret_benchmark" }), SUPABASE_DB_URL: database.service, REALTIME_DB_URL: database.service, ...unlimited, ...variables };
  const child = spawn(binary("realtime"), { env, stdio: ["ignore", "ignore", "inherit"] });
  await until(port, "/healthcheck");
  return { child, address: `127.0.0.1:${port}` };
}

/** Runs the load program. Resolves with the last line that it prints, as JSON. */
function load(mode, address, key, options) {
  const settings = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const child = spawn(binary("realtime-load"), [mode, address, key, ...settings], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((done, failed) => {
    let last;
    createInterface({ input: child.stdout }).on("line", (text) => (last = JSON.parse(text)));
    child.once("close", (code) => (code === 0 ? done(last) : failed(new Error(`the load program ends with ${code}`))));
  });
}

/** Holds connections until the returned process ends. */
async function hold(address, key, connections) {
  const clients = spawn(binary("realtime-load"), ["hold", address, key, `connections=${connections}`], { stdio: ["pipe", "pipe", "inherit"] });
  await line(clients);
  return clients;
}

/** The next line that a process prints, as JSON. */
function line(child) {
  return new Promise((done, failed) => {
    createInterface({ input: child.stdout }).once("line", (text) => done(JSON.parse(text)));
    child.once("exit", (code) => code && failed(new Error(`the load program ends with ${code}`)));
  });
}

function sign(claims) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "HS256", typ: "JWT" })}.${part({ exp: Math.floor(Date.now() / 1000) + 86_400, ...claims })}`;
  return `${text}.${createHmac("sha256", SECRET).update(text).digest("base64url")}`;
}

function execute(statements) {
  psql(database.superuser, "-c", statements);
}

function openFiles() {
  return Number(/Max open files\s+\d+\s+(\d+)/.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? 1024);
}

function cpuSeconds(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13).map(Number);
  return (user + system) / 100;
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
