// Three copies of the gateway, each with its functions and services, on one database, S3 and Redis.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../bench/processes.mjs";
import { root } from "../bench/stack.mjs";
import { eventually, folder, kill, start } from "./programs.mjs";
import { databaseUrl, serverUrls } from "./postgres.mjs";
import { BUCKET, S3_KEYS } from "./services.mjs";

const program = join(root, "target/release/rest-gateway");
const random = () => randomBytes(32).toString("hex");
export const SECRET_KEY = `sb_secret_${random().slice(0, 31)}`;

/** The variables of packaging/config/isula.env. */
function variables({ redis, s3 }) {
  const roles = ["AUTHENTICATOR", "AUTH_ADMIN", "STORAGE_ADMIN", "REALTIME_ADMIN"];
  return {
    PUBLIC_URL: "http://127.0.0.1",
    DATABASE_URL: databaseUrl(),
    ...Object.fromEntries(roles.map((role) => [`${role}_PASSWORD`, random()])),
    S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
    S3_REGION: "us-east-1",
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: S3_KEYS.id,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secret,
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    JWT_SECRET: random(),
    PUBLISHABLE_KEY: `sb_publishable_${random().slice(0, 31)}`,
    SECRET_KEY,
  };
}

/** The configuration that is shipped, with the Redis, the replica and the ports of one copy. */
function writeConfiguration(name, { port, adminPort }) {
  const shipped = readFileSync(join(root, "packaging/config/isula.toml"), "utf8");
  const own = shipped
    .replace(/^port = .*$/m, `port = ${port}`)
    .replace(/^admin_port = .*$/m, `admin_port = ${adminPort}`)
    .replace(/^# redis_url/m, "redis_url")
    .replace(/^url = "env\(DATABASE_URL\)"$/m, `$&\nread_urls = ${JSON.stringify(serverUrls())}`)
    .replace(/^dist = .*$/m, `dist = ${JSON.stringify(join(root, "frontend/dist"))}`);
  const file = join(folder, `${name}.toml`);
  writeFileSync(file, own);
  return file;
}

export class Gateway {
  constructor(name, ports, env) {
    Object.assign(this, { name, env, ...ports });
    this.file = writeConfiguration(name, ports);
  }

  /** Starts the copy, and waits until it is ready. */
  async start() {
    this.child = start(this.name, program, ["serve", "--config", this.file, "--log-format", "json"], { env: this.env });
    await this.becomesReady();
  }

  becomesReady() {
    return eventually(`${this.name} is ready`, () => this.isReady());
  }

  isReady() {
    return fetch(`http://127.0.0.1:${this.adminPort}/readyz`).then(({ ok }) => ok, () => false);
  }

  /** Ends the copy gracefully. */
  async stop() {
    process.kill(this.child.pid, "SIGTERM");
    await this.child.ended;
  }

  /** Kills the copy with its functions and services. */
  kill() {
    return kill(this.child);
  }
}

/** Prepares the database and the bucket, and makes `count` copies, which are not started. */
export async function makeGateways(count, engines) {
  const env = variables(engines);
  const gateways = [];
  for (let n = 1; n <= count; n++) {
    gateways.push(new Gateway(`gateway-${n}`, { port: await freePort(), adminPort: await freePort() }, env));
  }
  const setup = ["--config", gateways[0].file, "--data", join(folder, "setup")];
  const options = { cwd: folder, env: { PATH: process.env.PATH, ...env }, stdio: "pipe" };
  execFileSync(program, ["up", "--detach", ...setup, "--db-url", env.DATABASE_URL, "--port", "0"], options);
  execFileSync(program, ["stop", "--data", join(folder, "setup")], options);
  return gateways;
}
