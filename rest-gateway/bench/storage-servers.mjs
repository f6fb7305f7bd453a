// The servers of `storage.mjs`: Postgres from a stack, an S3 server that is measured by itself too, and the storage service
// on both. Also the load on them.
import { spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDatabase, psql } from "./database.mjs";
import { presign } from "./presign.mjs";
import { end, freePort, untilIdle } from "./processes.mjs";
import { root, startStack } from "./stack.mjs";

export const BUCKET = "bench";
const KEYS = { keyId: "bench:bench", secret: "bench-secret" };
const SECRET = "a-secret-for-benchmarks-of-at-least-32-characters";
const FILE_SIZE_LIMIT = 2 * 1024 ** 3;
const storageBinary = join(root, "target/release/storage");
const loadProgram = join(root, "rest-gateway/bench/storage-load.mjs");

const running = [];
let stack;
export let database;
/** The bare server, with its `port`, and `request`, which makes presigned requests. */
export let s3;
/** The service, which reads the S3 server's folder, as `up` runs it. */
export let storage;

/** Whose rows a policy lets through. */
export const authorization = { Authorization: `Bearer ${token({ role: "authenticated", sub: randomUUID() })}` };

// The servers have sessions of their own, so that a signal to this process does not reach them.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.once("exit", () => running.forEach(({ child }) => child.kill()));

/** Starts everything, with a bucket for which `authenticated` has all rights. Returns the folder of its data. */
export async function startServers() {
  stack = await startStack();
  database = createDatabase(stack.keys.DB_URL);
  psql(database, "-c", `insert into storage.buckets (id, name) values ('${BUCKET}', '${BUCKET}');
    create policy bench on storage.objects to authenticated using (bucket_id = '${BUCKET}') with check (bucket_id = '${BUCKET}')`);
  s3 = await startS3();
  storage = await startStorage();
  await gatherStatistics();
  return stack.data;
}

/** Stores some objects, and does what autovacuum does a minute later: without statistics, Postgres reads all rows of a bucket. */
async function gatherStatistics() {
  const store = (at) => ({ method: "POST", path: `/object/${BUCKET}/statistics-${at}`, headers: { ...authorization, "Content-Type": "text/plain" }, body: "bytes" });
  await load(storage.port, [Array.from({ length: 100 }, (_, at) => store(at))]);
  psql(database, "-c", "vacuum analyze storage.objects");
}

export async function stopServers() {
  for (const server of running.splice(0).reverse()) await end(server.child);
  await stack?.stop();
}

async function startS3() {
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  await start(port, { AWS_ACCESS_KEY_ID: KEYS.keyId, AWS_SECRET_ACCESS_KEY: KEYS.secret }, storageBinary, "s3", "--data", s3Folder(), "--port", String(port), "--bucket", BUCKET);
  const request = (method, key, { query, ...body } = {}) => ({ method, path: presign({ method, host, path: `/${BUCKET}/${key}`, query, ...KEYS }), headers: {}, ...body });
  return { port, request };
}

/** Starts the service on the database and the S3 server of the measurement. `launcher` is a command that runs it. */
export async function startStorage({ launcher = [], readsFolder = true } = {}) {
  const port = await freePort();
  const keys = { keys: [{ kty: "oct", alg: "HS256", k: Buffer.from(SECRET).toString("base64url") }] };
  const env = {
    PORT: String(port),
    DATABASE_URL: database,
    SUPABASE_JWKS: JSON.stringify(keys),
    STORAGE_S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
    STORAGE_S3_BUCKET: BUCKET,
    STORAGE_S3_FORCE_PATH_STYLE: "true",
    ...(readsFolder && { STORAGE_S3_FOLDER: s3Folder() }),
    AWS_ACCESS_KEY_ID: KEYS.keyId,
    AWS_SECRET_ACCESS_KEY: KEYS.secret,
    FILE_SIZE_LIMIT: String(FILE_SIZE_LIMIT),
  };
  return start(port, env, ...launcher, storageBinary);
}

function s3Folder() {
  return join(stack.data, "bench-s3");
}

/** Starts a server that does nothing, by which the clients measure themselves. */
export async function startSink() {
  const child = spawn(process.execPath, [loadProgram, "sink"], { stdio: ["ignore", "pipe", "inherit"], detached: true });
  running.push({ child });
  return JSON.parse(await new Promise((done) => child.stdout.once("data", done))).port;
}

/** Starts a server in a session of its own, as a service has: Linux shares the cores between sessions. */
async function start(port, env, program, ...options) {
  const child = spawn(program, options, { env: { PATH: process.env.PATH, LOG_LEVEL: "error", ...env }, stdio: ["ignore", "ignore", "inherit"], detached: true });
  const server = { port, child };
  running.push(server);
  const since = performance.now();
  while (!(await fetch(`http://127.0.0.1:${port}/health`).then(() => true, () => false))) {
    if (child.exitCode !== null || performance.now() - since > 30_000) throw new Error(`${program} does not answer`);
    await pause(10);
  }
  return server;
}

/** Lets clients with a connection each send their requests: once, or for some seconds. */
export function load(port, clients, seconds = 0) {
  const child = spawn(process.execPath, [loadProgram], { stdio: ["pipe", "pipe", "inherit"], detached: true });
  child.stdin.end(JSON.stringify({ port, clients, seconds }));
  return new Promise((done, failed) => {
    let printed = "";
    child.stdout.on("data", (part) => (printed += part));
    child.on("close", (code) => {
      const result = code === 0 ? JSON.parse(printed) : { failed: `the clients end with ${code}` };
      if (result.failed) failed(new Error(result.failed));
      else done(result);
    });
  });
}

/** Waits until the service has removed replaced bytes, which would disturb the next measure. */
export async function settle(service = storage) {
  while (psql(database, "-c", "select exists (select from storage.orphaned_blobs where expires_at <= now() or removing)") === "t") await pause(50);
  await untilIdle(service.child.pid);
}

export function resetPeak(service = storage) {
  writeFileSync(`/proc/${service.child.pid}/clear_refs`, "5");
}

/** The most resident memory of the service since the last reset, in MB. */
export function peak(service = storage) {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, "utf8"))[1]) / 1024;
}

function token(claims) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "HS256", typ: "JWT" })}.${part({ exp: Math.floor(Date.now() / 1000) + 86_400, ...claims })}`;
  return `${text}.${createHmac("sha256", SECRET).update(text).digest("base64url")}`;
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
