// The processes of the measurements of realtime: the service, alone or as a cluster, and its load program.
import { spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { end, freePort, until } from "./processes.mjs";
import { root } from "./stack.mjs";

const SECRET = "a-secret-for-benchmarks-of-at-least-32-characters";
const UNLIMITED = { REALTIME_MAX_CONCURRENT_USERS: 1e6, REALTIME_MAX_EVENTS_PER_SECOND: 1e9, REALTIME_MAX_JOINS_PER_SECOND: 1e9, REALTIME_MAX_PRESENCE_EVENTS_PER_SECOND: 1e9, CLIENT_PRESENCE_MAX_CALLS: 1e9, RATE_LIMIT_REQUESTS: 1e9 };

export const anonKey = sign({ role: "anon" });

/** Starts a service without limits on a database. */
export async function startService(database, variables = {}) {
  const port = await freePort();
  const keys = { keys: [{ kty: "oct", k: Buffer.from(SECRET).toString("base64url"), alg: "HS256" }] };
  const env = { ...process.env, PORT: port, LOG_LEVEL: "warn", SUPABASE_URL: "http://127.0.0.1:54321", SUPABASE_JWKS: JSON.stringify(keys), SUPABASE_ANON_KEY: anonKey, SUPABASE_SERVICE_ROLE_KEY: sign({ role: "service_role" }), SUPABASE_SECRET_KEYS: JSON.stringify({ default: "sb_secret_benchmark" }), SUPABASE_DB_URL: database, REALTIME_DB_URL: database, ...UNLIMITED, ...variables };
  const child = spawn(program("realtime"), { env, stdio: ["ignore", "ignore", "inherit"] });
  await until(port, "/healthcheck");
  return { child, address: `127.0.0.1:${port}` };
}

/** Starts one service, or a cluster of several, whose Redis has its socket in a folder. */
export async function startNodes(database, count, folder) {
  const redis = count > 1 ? await startRedis(folder) : undefined;
  const nodes = await Promise.all(Array.from({ length: count }, () => startService(database, redis?.variables)));
  const stop = async () => {
    for (const child of [...nodes.map((node) => node.child), ...(redis ? [redis.child] : [])]) await end(child);
  };
  return { nodes, stop };
}

async function startRedis(folder) {
  const socket = join(folder, "redis.sock");
  const child = spawn("redis-server", ["--port", "0", "--save", "", "--unixsocket", socket, "--dir", folder], { stdio: "ignore" });
  await once(child, "spawn");
  while (!existsSync(socket)) {
    if (child.exitCode !== null) throw new Error("Redis does not start");
    await setTimeout(10);
  }
  const variables = { REALTIME_REDIS_URL: `redis+unix://${socket}`, REALTIME_CLUSTER_NAME: "bench", REALTIME_CLUSTER_KEYS: randomBytes(32).toString("base64url") };
  return { child, variables };
}

/** Starts the bare server of the load program. */
export async function startBare() {
  const child = spawn(program("realtime-load"), ["bare"], { stdio: ["ignore", "pipe", "inherit"] });
  return { child, address: (await line(child)).address };
}

/** Runs the load program. Resolves with the last line that it prints, as JSON. */
export function load(mode, address, key, options) {
  const child = spawnLoad(mode, address, key, options);
  return new Promise((done, failed) => {
    let last;
    createInterface({ input: child.stdout }).on("line", (text) => (last = JSON.parse(text)));
    child.once("close", (code) => (code === 0 ? done(last) : failed(new Error(`the load program ends with ${code}`))));
  });
}

/** Holds connections until the returned process ends. */
export async function hold(address, key, connections) {
  const clients = spawnLoad("hold", address, key, { connections });
  await line(clients);
  return clients;
}

/** Starts the load program. */
export function spawnLoad(mode, address, key, options) {
  const settings = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return spawn(program("realtime-load"), [mode, address, key, ...settings], { stdio: ["pipe", "pipe", "inherit"] });
}

/** The first line that a process prints, as JSON. */
function line(child) {
  return new Promise((done, failed) => {
    createInterface({ input: child.stdout }).once("line", (text) => done(JSON.parse(text)));
    child.once("exit", (code) => code && failed(new Error(`the load program ends with ${code}`)));
  });
}

/** A token, by default for a day. */
export function sign(claims) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "HS256", typ: "JWT" })}.${part({ exp: Math.floor(Date.now() / 1000) + 86_400, ...claims })}`;
  return `${text}.${createHmac("sha256", SECRET).update(text).digest("base64url")}`;
}

function program(name) {
  return join(root, "target/release", name);
}
