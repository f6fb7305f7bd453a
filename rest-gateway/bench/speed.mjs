// `just bench-speed`: the REST engine's requests per second, with baselines from the same run on the same Postgres. Q is
// pgbench with one prepared query that returns the same JSON. P is pgbench with the minimum that a faithful server sends:
// begin, role and claims, the query and commit, in one pipeline. `--rivals` also measures other servers of the same protocol.
//
// All are measured in turn, several times, because the speed of a machine varies; the median counts. Only ratios within one
// run are meaningful. The server's p50 and p99 come from our own load generator (`examples/load.rs`). If wrk is installed, it
// repeats the load; its percentiles are corrected for coordinated omission, so that one stalled connection shows in its p99.
// `--case "one by id"` measures one kind of request alone. `--build DIR` also measures the `rest-gateway` of another folder, such
// as that of a build with another libc.
import { spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { joinControlGroup } from "./control_group.mjs";
import { cpuSeconds, end, freePort, pgbenchProgram, resident, until } from "./processes.mjs";
import { root, startStack } from "./stack.mjs";
import { startRivals } from "./rivals.mjs";

const SECRET = "a-secret-of-this-measurement-alone-0123456789";
const PASSWORD = "bench";
const SECONDS = 4;
const ROUNDS = 3;
const CONNECTIONS = [1, 32];
const LIGHT_READ = "/hotels?select=id&limit=1";
const SPAWNS = 15;
/** The goal for tail latency: with this many connections, p99 is at most this many times p50. */
const TAIL = { connections: 32, times: 4 };
/** Pool size. With PostgREST's default of 10, fewer commits would share one WAL flush than with pgbench's 32 connections. */
const POOL = 20;
const load = join(root, "target/release/examples/load");
const firstAnswer = join(root, "target/release/examples/first_answer");
const gateway = join(root, "target/release/rest-gateway");

const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
/** The one case to measure; all of them if there is none. */
const only = option("--case");
/** The folder of another build. */
const build = option("--build");

const hasWrk = spawnSync("wrk", ["-v"]).error === undefined;

joinControlGroup();
const stack = await startStack();
const servers = [];
try {
  psql(`create role bench_authenticator login noinherit password '${PASSWORD}'; grant anon, authenticated, service_role to bench_authenticator;
        create role bench_anon login password '${PASSWORD}' in role anon;
        create role bench_service login bypassrls password '${PASSWORD}' in role service_role;
        create table public.bench_notes (id bigint generated always as identity primary key, owner uuid not null default auth.uid(), note text not null);
        alter table public.bench_notes enable row level security;
        create policy own on public.bench_notes to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
        grant select, insert on public.bench_notes to authenticated;
        vacuum analyze`);
  const ours = await serve("rest-gateway", gateway);
  servers.push(ours);
  if (build) servers.push(await serve("other build", join(build, "rest-gateway")));
  if (process.argv.includes("--rivals")) servers.push(...(await startRivals({ databaseUrl: url("bench_authenticator"), secret: SECRET, pool: POOL, port: freePort, until })));
  for (const { name, startup, pid } of servers.filter(({ startup }) => startup !== undefined)) {
    console.log(`${name}: spawn to the first answer: ${startup.toFixed(1)} ms (median of ${SPAWNS}, goal 20); resident idle: ${resident(pid).toFixed(1)} MB`);
  }
  for (const connections of CONNECTIONS) await table(connections);
  for (const { name, pid } of servers) console.log(`${name}: resident after the load: ${resident(pid).toFixed(1)} MB`);
} finally {
  for (const server of servers) await server.stop();
  await stack.stop();
}

function requests() {
  const nineteen = Array.from({ length: 19 }, (_, index) => index * 7 + 3).join(",");
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub: "00000000-0000-4000-8000-000000000001", role: "authenticated", exp };
  const service = { role: "service_role", exp };
  const list = (sql) => `select coalesce(json_agg(t), '[]') from (${sql}) t`;
  return [
    { name: "120 hotels", path: "/hotels?select=*&order=id&limit=120", sql: list("select * from hotels order by id limit 120"), goal: ["Q", 1.0] },
    { name: "10 hotels", path: "/hotels?select=*&order=id&limit=10", sql: list("select * from hotels order by id limit 10"), goal: ["Q", 0.5] },
    { name: "one by id", path: "/hotels?select=*&id=eq.7", sql: list("select * from hotels where id = 7"), goal: ["P", 0.5] },
    { name: "19 ids, ordered", path: `/hotels?select=*&id=in.(${nineteen})&order=id`, sql: list(`select * from hotels where id in (${nineteen}) order by id`), goal: ["P", 0.5] },
    {
      name: "10 hotels with reviews",
      path: "/hotels?select=*,hotel_reviews(*)&order=id&limit=10",
      sql: list(
        "select h.*, coalesce(r.hotel_reviews, '[]') as hotel_reviews from hotels h left join lateral (select json_agg(r) as hotel_reviews from (select * from hotel_reviews r where r.hotel_id = h.id) r) r on true order by h.id limit 10",
      ),
      token: jwt(service),
      claims: service,
      goal: ["Q", 0.9],
    },
    {
      name: "insert by a user",
      method: "POST",
      path: "/bench_notes",
      body: JSON.stringify({ note: "une note" }),
      token: jwt(claims),
      claims,
      sql: "insert into bench_notes (note) values ('une note')",
      goal: ["P", 0.6],
    },
  ];
}

async function table(connections) {
  console.log(`\n${connections} connection${connections > 1 ? "s" : ""}: requests a second, p50 and p99 in ms, µs of CPU of the server and of Postgres for each`);
  for (const request of requests().filter(({ name }) => only === undefined || name === only)) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await inTurn(request, connections));
    const figures = servers.map(({ name }, place) => ({ name, ...median(rounds.map((round) => round.figures[place])) }));
    const yardsticks = Object.keys(rounds[0].yardsticks).map((name) => [name, median(rounds.map((round) => round.yardsticks[name]))]);
    report(request, connections, figures, yardsticks.filter(([, figure]) => figure.rps));
  }
}

/** One round: every server, then the baselines. */
async function inTurn(request, connections) {
  const figures = [];
  for (const server of servers) figures.push(await measure(server, request, connections));
  const [ours] = servers;
  const yardsticks = {
    ...(hasWrk && { wrk: wrk(ours, request, connections) }),
    P: pgbench(request, connections, "P"),
    ...(request.method ? {} : { Q: pgbench(request, connections, "Q") }),
  };
  return { figures, yardsticks };
}

/** The median figure by requests per second; a failed one if there is any. */
function median(figures) {
  const sorted = figures.toSorted((one, other) => one.rps - other.rps);
  return figures.find(({ refused }) => refused) ?? sorted[Math.floor(sorted.length / 2)];
}

function report(request, connections, [ours, ...others], yardsticks) {
  const line = (name, { rps, p50, p99, server, postgres, refused }, note = "") =>
    refused
      ? console.log(`  ${name.padEnd(18)} ${refused}`)
      : console.log(
          `  ${name.padEnd(18)} ${rps.toFixed(0).padStart(7)}/s` +
            (p50 === undefined ? "" : `  ${p50.toFixed(2).padStart(6)} ${p99.toFixed(2).padStart(7)} ms`) +
            (server === undefined ? "" : `  ${server.toFixed(0).padStart(5)} ${postgres.toFixed(0).padStart(5)} µs`) +
            note,
        );
  console.log(`${request.name}`);
  const ratios = yardsticks.filter(([name]) => name !== "wrk").map(([name, { rps }]) => {
    const [of, goal] = request.goal;
    const verdict = connections === 32 && name === of ? (ours.rps / rps >= goal ? ` (goal ${goal}: reached)` : ` (goal ${goal}: MISSED)`) : "";
    return `${(ours.rps / rps).toFixed(2)} ${name}${verdict}`;
  });
  if (connections === TAIL.connections) ratios.push(`p99 ${(ours.p99 / ours.p50).toFixed(1)} p50 (goal ${TAIL.times}: ${ours.p99 / ours.p50 <= TAIL.times ? "reached" : "MISSED"})`);
  line(ours.name, ours, `  ${ratios.join(", ")}`);
  for (const other of others) line(other.name, other, other.rps ? `  we: ${(ours.rps / other.rps).toFixed(1)} times that` : "");
  for (const [name, figure] of yardsticks) line(name === "wrk" ? `${ours.name} (wrk)` : name, figure);
}

/** Runs the load generator on one server. CPU times of the server and of Postgres are per request. */
async function measure(server, { method = "GET", path, body, token }, connections) {
  const head = [`${method} ${server.prefix}${path} HTTP/1.1`, `Host: 127.0.0.1:${server.port}`];
  if (token) head.push(`Authorization: Bearer ${token}`);
  for (const [name, value] of Object.entries(server.headers ?? {})) head.push(`${name}: ${value}`);
  if (body) head.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`);
  const before = { server: cpuSeconds(family(server.pid)), postgres: cpuSeconds(postgresPids()), at: performance.now() };
  const run = spawnSync(load, [`127.0.0.1:${server.port}`, String(connections), String(SECONDS)], { input: `${head.join("\r\n")}\r\n\r\n${body ?? ""}`, encoding: "utf8" });
  const took = (performance.now() - before.at) / 1000;
  if (run.status !== 0) return { refused: run.stderr.trim().split("\n").at(-1) };
  const { requests, seconds, p50, p99, refused } = JSON.parse(run.stdout);
  if (refused) return { refused };
  const all = (requests / seconds) * took;
  const of = (kind, now) => ((now - before[kind]) * 1e6) / all;
  return { rps: requests / seconds, p50, p99, server: of("server", cpuSeconds(family(server.pid))), postgres: of("postgres", cpuSeconds(postgresPids())) };
}

/** Runs wrk on a server. */
function wrk(server, { method = "GET", path, body, token }, connections) {
  const headers = { ...server.headers, ...(token && { Authorization: `Bearer ${token}` }), ...(body && { "Content-Type": "application/json" }) };
  const script = join(stack.data, "wrk.lua");
  const lines = [`wrk.method = ${JSON.stringify(method)}`, ...Object.entries(headers).map(([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)];
  if (body) lines.push(`wrk.body = ${JSON.stringify(body)}`);
  writeFileSync(script, `${lines.join("\n")}\n`);
  const url = `http://127.0.0.1:${server.port}${server.prefix}${path}`;
  const run = spawnSync("wrk", ["-t", "1", "-c", String(connections), "-d", `${SECONDS}s`, "--latency", "-s", script, url], { encoding: "utf8" });
  const rps = /Requests\/sec:\s+([\d.]+)/.exec(run.stdout ?? "");
  if (run.status !== 0 || !rps) return { refused: (run.stderr || "wrk failed").trim() };
  const refused = /Non-2xx or 3xx responses: \d+/.exec(run.stdout);
  return refused ? { refused: refused[0] } : { rps: Number(rps[1]), p50: percentile(run.stdout, 50), p99: percentile(run.stdout, 99) };
}

/** A percentile in milliseconds, from a line like `50%    1.52ms`. */
function percentile(text, which) {
  const [, number, unit] = new RegExp(`\\b${which}%\\s+([\\d.]+)(us|ms|s)\\b`).exec(text);
  return Number(number) * { us: 0.001, ms: 1, s: 1000 }[unit];
}

/** Transactions per second; undefined without pgbench. */
function pgbench({ sql, claims = { role: "anon" } }, connections, kind) {
  const file = join(stack.data, "bench.sql");
  const settings = `select set_config('search_path', '"public", "extensions"', true), set_config('role', '${claims.role}', true), set_config('request.jwt.claims', '${JSON.stringify(claims)}', true), set_config('request.method', 'GET', true), set_config('request.path', '/', true), set_config('request.headers', '{}', true), set_config('request.cookies', '{}', true)`;
  const pipeline = ["\\startpipeline", "begin;", `${settings};`, `${sql};`, "commit;", "\\endpipeline"];
  writeFileSync(file, `${(kind === "Q" ? [`${sql};`] : pipeline).join("\n")}\n`);
  const plain = claims.role === "service_role" ? "bench_service" : "bench_anon";
  const login = kind === "Q" ? plain : "bench_authenticator";
  const logs = mkdtempSync(join(stack.data, "pgbench-"));
  const run = spawnSync(pgbenchProgram(), ["-n", "-M", "prepared", "-c", String(connections), "-T", String(SECONDS), "-l", `--log-prefix=${join(logs, "log")}`, "-f", file, url(login)], { encoding: "utf8" });
  const tps = /tps = ([\d.]+)/.exec(run.stdout ?? "");
  const times = tps ? transactionTimes(logs) : [];
  rmSync(logs, { recursive: true });
  const at = (share) => times[Math.floor((times.length - 1) * share)];
  return { rps: tps ? Number(tps[1]) : undefined, p50: at(0.5), p99: at(0.99) };
}

/** Sorted latencies in milliseconds. The third field of each line of pgbench's logs is in microseconds. */
function transactionTimes(folder) {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"));
  return Float64Array.from(lines, (line) => Number(line.split(" ", 3)[2]) / 1000).sort();
}

function psql(sql) {
  const run = spawnSync("psql", ["-q", "-v", "ON_ERROR_STOP=1", stack.keys.DB_URL, ...sql.split(";").flatMap((one) => ["-c", one])], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr || String(run.error));
}

function url(role) {
  return stack.keys.DB_URL.replace(/\/\/[^@]*@/, `//${role}:${PASSWORD}@`);
}

async function serve(name, program) {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    PGRST_DB_URI: url("bench_authenticator"),
    PGRST_DB_SCHEMAS: "public",
    PGRST_DB_EXTRA_SEARCH_PATH: "public,extensions",
    PGRST_DB_ANON_ROLE: "anon",
    PGRST_JWT_SECRET: SECRET,
    PGRST_SERVER_HOST: "127.0.0.1",
    PGRST_SERVER_PORT: String(port),
    PGRST_LOG_LEVEL: "error",
    PGRST_DB_POOL: String(POOL),
    // The load comes from one machine but stands for many clients.
    PGRST_DB_POOL_CLIENT_SHARE: "1",
    PGRST_DB_POOL_ANON_SHARE: "1",
  };
  const startup = spawnSync(firstAnswer, [`127.0.0.1:${port}`, LIGHT_READ, String(SPAWNS), program, "serve"], { env, encoding: "utf8" });
  if (startup.status !== 0) throw new Error(startup.stderr || String(startup.error));
  const child = spawn(program, ["serve"], { stdio: "ignore", env });
  const server = { name, pid: child.pid, port, prefix: "", stop: () => end(child) };
  await until(port, LIGHT_READ);
  return { ...server, startup: Number(startup.stdout) };
}

function jwt(claims) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${signed}.${createHmac("sha256", SECRET).update(signed).digest("base64url")}`;
}

/** A process and its descendants, because npx starts the server as a grandchild. */
function family(pid) {
  const parents = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((name) => [Number(name), parentOf(name)]);
  const below = (parent) => parents.filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)]);
  return [pid, ...below(pid)];
}

function parentOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")[1]);
  } catch {
    return 0;
  }
}

function postgresPids() {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && nameOf(name) === "postgres");
}

function nameOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "";
  }
}
