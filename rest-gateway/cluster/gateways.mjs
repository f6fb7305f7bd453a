// Three copies of the gateway, each with its functions and services, on one database, S3 and Redis.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../bench/processes.mjs";
import { eventually, folder, kill, start } from "./programs.mjs";
import { AUTHENTICATOR_PASSWORD } from "./pooler.mjs";
import { databaseUrl, serverUrls } from "./postgres.mjs";
import { BUCKET, S3_KEYS } from "./services.mjs";

const random = () => randomBytes(32).toString("hex");
export const SECRET_KEY = `sb_secret_${random().slice(0, 31)}`;
export const PUBLISHABLE_KEY = `sb_publishable_${random().slice(0, 31)}`;

/** The variables of packaging/config/isula.env, and the address of Postgres behind the pooler, if there is one. */
function variables({ pooler, redis, s3 }) {
  const roles = ["AUTH_ADMIN", "STORAGE_ADMIN", "REALTIME_ADMIN"];
  return {
    PUBLIC_URL: "http://127.0.0.1",
    DATABASE_URL: pooler ? `postgres://127.0.0.1:${pooler.port}/postgres` : databaseUrl(),
    DIRECT_URL: databaseUrl(),
    AUTHENTICATOR_PASSWORD,
    ...Object.fromEntries(roles.map((role) => [`${role}_PASSWORD`, random()])),
    S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
    S3_REGION: "us-east-1",
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: S3_KEYS.id,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secret,
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    JWT_SECRET: random(),
    PUBLISHABLE_KEY,
    SECRET_KEY,
  };
}

/** The lines of `[db]` of a gateway behind the pooler, which reads from both servers. */
const behindPooler = () => `url = "env(DATABASE_URL)"\ndirect_url = "env(DIRECT_URL)"\nread_urls = ${JSON.stringify(serverUrls())}`;

/** The configuration that is shipped with a release, with the Redis, the database and the ports of one copy. */
function writeConfiguration(name, release, { port, adminPort, database }) {
  const shipped = readFileSync(release.configuration, "utf8");
  const own = shipped
    .replace(/^port = .*$/m, `port = ${port}`)
    .replace(/^admin_port = .*$/m, `admin_port = ${adminPort}`)
    .replace(/^# redis_url/m, "redis_url")
    .replace(/^url = "env\(DATABASE_URL\)"$/m, database)
    .replace(/^dist = .*$/m, `dist = ${JSON.stringify(release.site)}`);
  const file = join(folder, `${name}-${release.name}.toml`);
  writeFileSync(file, own);
  return file;
}

export class Gateway {
  /** `options`: the ports, and lines of `[db]`. */
  constructor(name, release, options, env) {
    Object.assign(this, { name, env, options, ...options });
    this.use(release);
  }

  /** From its next start on the copy runs the programs of a release. */
  use(release) {
    this.release = release;
    this.file = writeConfiguration(this.name, release, this.options);
  }

  /** Starts the copy, with more variables, and waits until it is ready. */
  async start(more = {}) {
    const env = { ...this.env, ...more };
    this.child = start(this.name, this.release.program("rest-gateway"), ["serve", "--config", this.file, "--log-format", "json"], { env });
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

/**
 * Prepares the database and the bucket by the programs of a release, and makes `count` copies with more settings, which are
 * not started. Without a pooler they have the `[db]` that is shipped.
 */
export async function makeGateways(count, release, engines, settings = "") {
  const env = variables(engines);
  const database = `${engines.pooler ? behindPooler() : 'url = "env(DATABASE_URL)"'}\n${settings}`;
  const gateways = [];
  for (let n = 1; n <= count; n++) {
    gateways.push(new Gateway(`gateway-${n}`, release, { port: await freePort(), adminPort: await freePort(), database }, env));
  }
  const setup = ["--config", gateways[0].file, "--data", join(folder, "setup")];
  const options = { cwd: folder, env: { PATH: process.env.PATH, ...env }, stdio: "pipe" };
  const program = release.program("rest-gateway");
  execFileSync(program, ["up", "--detach", ...setup, "--db-url", env.DIRECT_URL, "--port", "0"], options);
  execFileSync(program, ["stop", "--data", join(folder, "setup")], options);
  return gateways;
}
