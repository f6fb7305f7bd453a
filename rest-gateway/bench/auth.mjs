// `just bench-auth`: what the auth service does in a second, with baselines from the same run on the same machine: the
// cores' rate of password hashes, and P, pgbench with the same reads and writes in one pipelined transaction. Also its
// start and memory, and the tail latency of REST reads while many people sign in. One line per figure.
//
// `node rest-gateway/bench/auth.mjs [MEASURE…]` takes some of the measures: memory, logins, refreshes, user, storm, growth.
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { joinControlGroup } from "./control_group.mjs";
import { check, share } from "./figures.mjs";
import { end, freePort, pgbenchProgram, resident, until, untilIdle } from "./processes.mjs";
import { root, startStack } from "./stack.mjs";

const SECONDS = 5;
const SPAWNS = 15;
/** Accounts, with a connection each: sign-ins to one account take turns. */
const PEOPLE = 32;
const LOGINS = 10_000;
/** Connections that read while people sign in, and their share of the rate that they reach by themselves. */
const READERS = 4;
const READ_SHARE = 0.25;
const PASSWORD = "secret-42";
const binary = (name) => join(root, "target/release", name);

const MEASURES = { memory: measureMemory, logins: measureLogins, refreshes: measureRefreshes, user: measureUser, storm: measureStorm, growth: measureGrowth };
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(MEASURES);
const unknown = chosen.find((name) => !(name in MEASURES));
if (unknown) throw new Error(`${unknown} is none of ${Object.keys(MEASURES).join(", ")}`);

joinControlGroup();
const stack = await startStack();
const gateway = { port: new URL(stack.keys.API_URL).port };
let auth;
try {
  auth = await startAuth();
  check("spawn to the first answer", auth.startup, "ms", 15);
  for (const name of chosen) await MEASURES[name]();
} finally {
  if (auth) await end(auth.child);
  await stack.stop();
}

function measureMemory() {
  check("resident idle", resident(auth.child.pid), "MB", 12);
}

async function measureLogins() {
  const logins = loginsOf(await signUpAll());
  const hashes = JSON.parse(run(binary("examples/hash_rate"), [SECONDS]));
  const { rate } = await load(auth, logins);
  share("logins a second", rate, "bcrypt hashes of the cores", hashes.bcrypt, 0.9);
  share("logins a second", rate, "argon2id hashes of the cores", hashes.argon2);
}

async function measureRefreshes() {
  const people = await signUpAll();
  const refreshes = await load(auth, people.map((person) => post("/token?grant_type=refresh_token", { refresh_token: person.refresh_token })));
  share("refreshes a second", refreshes.rate, "P of an update and an insert", pgbench(updateAndInsert(people)), 0.35);
}

async function measureUser() {
  const [{ user, access_token: token }] = await signUpAll();
  const reads = await load(auth, [`GET /user HTTP/1.1\r\nHost: auth\r\nAuthorization: Bearer ${token}\r\n\r\n`]);
  share("GET /user a second", reads.rate, "P of the account's row", pgbench([`select to_json(u) from auth.users u where id = '${user.id}'`]), 0.5);
}

/**
 * At a fraction of the rate that REST reaches with both cores, p99 shows how long a request waits behind a hash. At the
 * full rate it shows how the cores are shared, which has no goal.
 */
async function measureStorm() {
  const logins = loginsOf(await signUpAll());
  const hotel = [`GET /rest/v1/hotels?select=*&id=eq.7 HTTP/1.1\r\nHost: gateway\r\napikey: ${stack.keys.ANON_KEY}\r\n\r\n`];
  const full = await load(gateway, hotel, READERS);
  const pace = Math.round(full.rate * READ_SHARE);
  const idle = await load(gateway, hotel, READERS, pace);
  const [storm, busy] = await Promise.all([load(auth, logins), load(gateway, hotel, READERS, pace)]);
  console.log(`logins a second during ${pace} REST reads a second: ${storm.rate.toFixed(0)}`);
  console.log(`p50 of REST reads during logins and idle: ${busy.p50} and ${idle.p50} ms`);
  check("p99 of REST reads during logins, as a multiple of idle", busy.p99 / idle.p99, `(${busy.p99} and ${idle.p99} ms)`, 2);
  const [shared, fullBusy] = await Promise.all([load(auth, logins), load(gateway, hotel, READERS)]);
  console.log(`at the full rate: p99 ${(fullBusy.p99 / full.p99).toFixed(1)} times idle (${fullBusy.p99} and ${full.p99} ms), ${fullBusy.rate.toFixed(0)} of ${full.rate.toFixed(0)} reads and ${shared.rate.toFixed(0)} logins a second`);
}

async function measureGrowth() {
  const logins = loginsOf(await signUpAll());
  for (let done = 0; done < LOGINS; ) done += (await load(auth, logins)).requests;
  await untilIdle(auth.child.pid);
  check(`resident after ${LOGINS} logins`, resident(auth.child.pid), "MB", 25);
}

/** Starts only the service, on TCP, beside the stack's own. */
async function startAuth() {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    GOTRUE_DB_DATABASE_URL: stack.keys.DB_URL,
    GOTRUE_JWT_SECRET: stack.keys.JWT_SECRET,
    GOTRUE_JWT_ISSUER: `${stack.keys.API_URL}/auth/v1`,
    GOTRUE_SITE_URL: stack.keys.API_URL,
    GOTRUE_MAILER_AUTOCONFIRM: "true",
    GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS: "0",
    GOTRUE_RATE_LIMIT_TOKEN_REFRESH: "0",
    SUPABASE_JWKS: JSON.stringify({ keys: [{ kty: "oct", alg: "HS256", k: Buffer.from(stack.keys.JWT_SECRET).toString("base64url") }] }),
    LOG_LEVEL: "error",
  };
  const startup = Number(run(binary("examples/first_answer"), [`127.0.0.1:${port}`, "/health", SPAWNS, binary("auth")], { env }));
  const child = spawn(binary("auth"), [], { stdio: "ignore", env });
  await until(port, "/health");
  return { port, child, startup };
}

/** New accounts with their sessions. */
function signUpAll() {
  return Promise.all(Array.from({ length: PEOPLE }, signUp));
}

function loginsOf(people) {
  return people.map(({ user }) => post("/token?grant_type=password", { email: user.email, password: PASSWORD }));
}

async function signUp() {
  const email = `bench-${randomUUID()}@example.com`;
  const answer = await fetch(`http://127.0.0.1:${auth.port}/signup`, { method: "POST", body: JSON.stringify({ email, password: PASSWORD }) });
  if (!answer.ok) throw new Error(`sign-up: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

function post(path, body) {
  const text = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\nHost: auth\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/**
 * Requests a second and p99 in ms. The connections take the requests in turn, `pace` of them a second if it is given.
 * The load generator is a session of its own, because Linux shares the cores between sessions (`sched_autogroup`):
 * clients are no part of the service's share. The service and the gateway are in one session, as under `up`.
 */
function load({ port }, requests, connections = PEOPLE, pace = undefined) {
  const paced = pace === undefined ? [] : [String(pace)];
  const child = spawn(binary("examples/load"), [`127.0.0.1:${port}`, String(connections), String(SECONDS), ...paced], { stdio: ["pipe", "pipe", "inherit"], detached: true });
  child.stdin.end(requests.join("\0"));
  return new Promise((done, fail) => {
    let text = "";
    child.stdout.on("data", (part) => (text += part));
    child.on("close", () => {
      const result = text === "" ? { refused: "the load generator failed" } : JSON.parse(text);
      if (result.refused) fail(new Error(`${requests[0].split("\r\n")[0]}: ${result.refused}`));
      else done({ ...result, rate: result.requests / result.seconds });
    });
  });
}

/** The update of one account, which the client chooses: `random()` in the statement would be evaluated for every row. */
function updateAndInsert(people) {
  const ids = people.map(({ user }) => `'${user.id}'`).join(",");
  return [
    `update auth.users set updated_at = now() where id = (array[${ids}]::uuid[])[:person]`,
    `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at) values ('00000000-0000-0000-0000-000000000000', gen_random_uuid()::text, '', false, now(), now())`,
  ];
}

/** Transactions a second of these statements; undefined without pgbench. */
function pgbench(statements) {
  const file = join(stack.data, "bench.sql");
  writeFileSync(file, `${[`\\set person random(1, ${PEOPLE})`, "\\startpipeline", "begin;", ...statements.map((one) => `${one};`), "commit;", "\\endpipeline"].join("\n")}\n`);
  const options = ["-n", "-M", "prepared", "-c", String(PEOPLE), "-T", String(SECONDS), "-f", file, stack.keys.DB_URL];
  const tps = /tps = ([\d.]+)/.exec(spawnSync(pgbenchProgram(), options, { encoding: "utf8" }).stdout ?? "");
  return tps ? Number(tps[1]) : undefined;
}

function run(program, options, settings = {}) {
  const result = spawnSync(program, options.map(String), { encoding: "utf8", ...settings });
  if (result.status !== 0) throw new Error(result.stderr || String(result.error));
  return result.stdout;
}
