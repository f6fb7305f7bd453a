// `just bench`: starts the release build on an empty folder and measures start-up times, latencies and memory. Each latency
// has a baseline from the same run: the same SQL through pgbench. Without pgbench the baselines are reported as missing. One
// line per figure: value, goal, verdict.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const gateway = join(root, "target/release/rest-gateway");
const data = mkdtempSync(join(tmpdir(), "isula-bench-"));
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const rows = [];
const FIRST_STARTS = 3;
const RESTARTS = 3;

let stack;
try {
  const firstStarts = [];
  for (let run = 0; run < FIRST_STARTS; run++) {
    rmSync(data, { recursive: true, force: true });
    firstStarts.push((await start()).answered / 1000);
    await stop();
  }
  row("empty folder to the first answer", "s", median(firstStarts), 6);
  const restarts = [];
  const coldStarts = [];
  for (let run = 0; run < RESTARTS; run++) {
    restarts.push((await start()).answered / 1000);
    for (const name of ["user-auth", "user-searches", "hotel-reviews"]) coldStarts.push(await coldStart(name));
    if (run < RESTARTS - 1) await stop();
  }
  row("restart to the first answer", "s", median(restarts), 1.5);
  row("cold start of a function", "ms", median(coldStarts), 10);

  const user = await mainJourney();
  row("resident memory without Postgres, after the journey", "MB", resident(stack.pid), 80);

  const anon = { apikey: stack.keys.ANON_KEY };
  const list = await latency({ path: "/rest/v1/hotels?select=*&is_active=eq.true", headers: anon });
  row("call 6, all active hotels", "ms", list, 5);
  pgbench("call 6's SQL", "select coalesce(json_agg(h), '[]') from (select * from hotels where is_active) h", list);

  const one = await latency({ path: "/rest/v1/hotels?select=*&id=eq.7", headers: anon });
  row("call 9, one hotel", "ms", one);
  pgbench("call 9's SQL", "select coalesce(json_agg(h), '[]') from (select * from hotels where id = 7) h", one);

  const bearer = { ...anon, authorization: `Bearer ${user.token}` };
  const searches = await latency({ path: `/functions/v1/user-searches?userId=${user.id}&limit=25`, headers: bearer });
  const claims = JSON.stringify({ sub: user.id, role: "authenticated" });
  const sql = [
    "begin",
    `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '${claims}', true)`,
    "select * from user_searches order by created_at desc, id limit 25",
    "commit",
  ].join(";\n");
  row("call 5, a warm function", "ms", searches);
  const queries = pgbench("call 5's SQL", sql, searches);
  if (queries !== null) row("a warm function beyond its queries", "ms", searches - queries, 1);
} finally {
  await stop();
  agent.destroy();
  rmSync(data, { recursive: true, force: true });
}
report();

/** Measures the time from the command to the first page; then waits until the stack is ready. */
async function start() {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(gateway, ["up", "--data", data, "--port", String(port)], { cwd: root, stdio: ["ignore", "ignore", "ignore"] });
  stack = { pid: child.pid, ended: new Promise((done) => child.on("exit", done)), child, host: "127.0.0.1", port };
  await until(async () => (await time({ path: "/" })).status === 200);
  const answered = performance.now() - began;
  await until(async () => {
    const status = spawnSync(gateway, ["status", "--data", data, "-o", "json"], { encoding: "utf8" });
    if (status.status === 0) stack.keys = JSON.parse(status.stdout);
    return status.status === 0;
  });
  return { answered };
}

async function until(holds) {
  const since = performance.now();
  while (!(await holds().catch(() => false))) {
    if (performance.now() - since > 60_000) throw new Error("the stack did not come up within a minute");
    await new Promise((done) => setTimeout(done, 10));
  }
}

function freePort() {
  return new Promise((done) => {
    const server = http.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** How much longer the first request of a function takes than later ones. OPTIONS needs no work by the handler. */
async function coldStart(name) {
  const request = { method: "OPTIONS", path: `/functions/v1/${name}`, headers: { apikey: stack.keys.ANON_KEY } };
  const first = (await time(request)).ms;
  const next = [];
  for (let run = 0; run < 20; run++) next.push((await time(request)).ms);
  return first - median(next);
}

async function stop() {
  if (!stack) return;
  stack.child.kill("SIGTERM");
  await stack.ended;
  stack = undefined;
}

/** The browser's requests in the main journey. Returns a signed-in user with 25 searches. */
async function mainJourney() {
  const headers = { apikey: stack.keys.ANON_KEY, "content-type": "application/json" };
  const account = { email: "bench@example.com", password: "secret-42" };
  const auth = (body) => call({ method: "POST", path: "/functions/v1/user-auth", headers, body });
  await call({ path: "/" });
  await call({ path: "/rest/v1/hotels?select=*&is_active=eq.true", headers });
  await auth({ action: "register", ...account, userData: { firstName: "Marie", lastName: "Dumas" } });
  const { session, user } = await auth({ action: "login", ...account });
  const bearer = { ...headers, authorization: `Bearer ${session.access_token}` };
  for (let night = 1; night <= 25; night++) {
    await call({ method: "POST", path: "/functions/v1/user-searches", headers: bearer, body: { destination: "Calvi", guests: 2 } });
  }
  await call({
    method: "POST",
    path: "/functions/v1/hotel-reviews",
    headers: bearer,
    body: { hotelId: 7, hotelName: "Villa Marine", rating: 5, reviewTitle: "Parfait", reviewText: "Merci", stayDate: null },
  });
  await call({ path: "/functions/v1/hotel-reviews?hotelId=7", headers: bearer });
  await call({ path: "/storage/v1/object/public/hotel-images/villa-1.webp" });
  return { token: session.access_token, id: user.id };
}

async function call(request) {
  const { status, body } = await time(request);
  if (status >= 400) throw new Error(`${request.path}: ${status} ${body.slice(0, 200)}`);
  return body.startsWith("{") ? JSON.parse(body) : body;
}

function time({ method = "GET", path, headers = {}, body }) {
  return new Promise((done, fail) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const length = text === undefined ? {} : { "content-length": Buffer.byteLength(text) };
    const began = performance.now();
    const request = http.request({ host: stack.host, port: stack.port, agent, method, path, headers: { ...headers, ...length } }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => done({ ms: performance.now() - began, status: response.statusCode, body: Buffer.concat(parts).toString() }));
    });
    request.on("error", fail);
    request.end(text);
  });
}

/** The median of 500 sequential requests, after 100 that are not counted. */
async function latency(request) {
  const times = [];
  for (let run = 0; run < 600; run++) {
    const { ms, status, body } = await time(request);
    if (status >= 400) throw new Error(`${request.path}: ${status} ${body.slice(0, 200)}`);
    if (run >= 100) times.push(ms);
  }
  return median(times);
}

/** The latency of the same SQL, prepared, on one pgbench connection; reports the ratio. Null without pgbench. */
function pgbench(name, sql, ours) {
  const file = join(data, "bench.sql");
  writeFileSync(file, `${sql};\n`);
  const run = spawnSync("pgbench", ["-n", "-M", "prepared", "-c", "1", "-T", "3", "-f", file, stack.keys.DB_URL], { encoding: "utf8" });
  const average = /latency average = ([\d.]+) ms/.exec(run.stdout ?? "");
  if (!average) {
    rows.push([`  ${name} by pgbench`, "-", "", run.error ? "there is no pgbench here" : run.stderr.trim().split("\n").at(-1)]);
    return null;
  }
  const ms = Number(average[1]);
  rows.push([`  ${name} by pgbench`, `${ms.toFixed(2)} ms`, "", `${(ours / ms).toFixed(2)} times that`]);
  return ms;
}

/** Resident memory of a process and its descendants, without Postgres, in MB. */
function resident(pid) {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      const field = (key) => new RegExp(`^${key}:\\s+(\\S+)`, "m").exec(status)?.[1];
      return [{ pid: Number(name), parent: Number(field("PPid")), name: field("Name"), kb: Number(field("VmRSS") ?? 0) }];
    } catch {
      return [];
    }
  });
  const below = (parent) => processes.filter((one) => one.parent === parent && one.name !== "postgres").flatMap((one) => [one, ...below(one.pid)]);
  const ours = [...processes.filter((one) => one.pid === pid), ...below(pid)];
  for (const { name, kb } of ours) rows.push([`  ${name}`, `${(kb / 1024).toFixed(1)} MB`, "", ""]);
  return ours.reduce((sum, one) => sum + one.kb, 0) / 1024;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function row(name, unit, value, goal) {
  const verdict = goal === undefined ? "" : value < goal ? "reached" : "MISSED";
  rows.push([name, `${value.toFixed(2)} ${unit}`, goal === undefined ? "" : `< ${goal} ${unit}`, verdict]);
}

function report() {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((one) => one[column].length)));
  for (const [name, value, goal, verdict] of rows) {
    console.log(`${name.padEnd(widths[0])}  ${value.padStart(widths[1])}  ${goal.padEnd(widths[2])}  ${verdict}`.trimEnd());
  }
}
