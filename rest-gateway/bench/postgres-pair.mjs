// A Postgres primary with a hot standby, which takes its place when the primary is killed. Each acknowledged commit is on
// both: the standby streams synchronously. Only processes are killed, so that nothing needs to reach the disk.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { freePort, pgbenchProgram } from "./processes.mjs";

/** Postgres refuses root: it runs as `nobody` then. */
const user = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
/** The standby's name, and that of its slot. */
const STANDBY = "standby";
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  wal_level: "logical",
  wal_retrieve_retry_interval: "200ms",
  synchronous_standby_names: STANDBY,
  fsync: "off",
  full_page_writes: "off",
};
const programs = dirname(pgbenchProgram());
const run = promisify(execFile);

export class PostgresPair {
  #folder = mkdtempSync(join(tmpdir(), "bench-postgres-"));
  #ports = [];
  #primary;
  #standby;

  static async start() {
    const pair = new PostgresPair();
    if (user.uid) chownSync(pair.#folder, user.uid, user.gid);
    pair.#primary = await pair.#newServer();
    await pair.#run("initdb", "-D", pair.#primary.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions");
    await pair.#launch(pair.#primary);
    await pair.#addStandby();
    return pair;
  }

  /** The URL of the primary alone. */
  get primary() {
    return `postgres://postgres@127.0.0.1:${this.#primary.port}/postgres`;
  }

  /** The URL of both, of which a client finds the primary. */
  url(role, database) {
    const hosts = this.#ports.map((port) => `127.0.0.1:${port}`);
    return `postgres://${role}@${hosts.join()}/${database}?target_session_attrs=read-write`;
  }

  /** Kills the primary, promotes the standby, and builds a new standby in the place of the old primary. */
  async failOver() {
    const killed = this.#primary;
    await stop(killed, "SIGKILL");
    await this.#query(this.#standby, "select pg_promote()");
    [this.#primary, this.#standby] = [this.#standby, undefined];
    rmSync(killed.data, { recursive: true });
    await this.#addStandby(killed);
  }

  /** Ends the primary without a checkpoint, and starts it again. */
  async restart() {
    await stop(this.#primary, "SIGQUIT");
    await this.#launch(this.#primary);
    await this.#untilSynchronous();
  }

  async end() {
    for (const server of [this.#standby, this.#primary]) if (server) await stop(server, "SIGQUIT");
    rmSync(this.#folder, { recursive: true });
  }

  async #newServer() {
    const port = await freePort();
    this.#ports.push(port);
    return { port, data: join(this.#folder, String(port)) };
  }

  async #addStandby(place) {
    const server = place ?? (await this.#newServer());
    const source = `host=127.0.0.1 port=${this.#primary.port} user=postgres application_name=${STANDBY}`;
    await this.#run("pg_basebackup", "-d", source, "-D", server.data, "-R", "-C", "-S", STANDBY, "-c", "fast", "--no-sync");
    this.#standby = server;
    await this.#launch(server);
    await this.#untilSynchronous();
  }

  async #launch(server) {
    const settings = Object.entries({ ...SETTINGS, port: server.port }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    server.process = spawn(join(programs, "postgres"), ["-D", server.data, ...settings], { ...user, cwd: this.#folder, stdio: "ignore" });
    while ((await this.#query(server, "select true").catch(() => undefined)) !== "t") {
      if (server.process.exitCode !== null) throw new Error("Postgres does not start");
    }
  }

  async #untilSynchronous() {
    while ((await this.#query(this.#primary, "select sync_state from pg_stat_replication where sync_state = 'sync'")) !== "sync");
  }

  async #query({ port }, statement) {
    return (await run("psql", ["-qXAt", "-v", "ON_ERROR_STOP=1", `postgres://postgres@127.0.0.1:${port}/postgres`, "-c", statement])).stdout.trim();
  }

  #run(program, ...options) {
    return run(join(programs, program), options, { ...user, cwd: this.#folder });
  }
}

async function stop({ process }, signal) {
  const ended = once(process, "exit");
  process.kill(signal);
  await ended;
}
