// Two Postgres servers of which Patroni makes one the primary and the other its synchronous standby, with etcd.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../bench/processes.mjs";
import { diskFolder } from "./disks.mjs";
import { eventually, folder, kill, postgresFolder, signalGroup, start } from "./programs.mjs";

const PASSWORD = "the-password-of-this-cluster";
/** Patroni's own defaults, in seconds. */
const DEFAULTS = { ttl: 30, loop_wait: 10, retry_timeout: 10 };
const members = [];
let etcd;

// Before the folder is removed.
process.prependOnceListener("exit", () => {
  for (const member of members) {
    signalGroup(member.patroni, "SIGKILL");
    try {
      killServer(member);
    } catch {
      // It does not run.
    }
  }
});

export async function startPostgres() {
  etcd = { port: await freePort(), peerPort: await freePort() };
  const [client, peer] = [`http://127.0.0.1:${etcd.port}`, `http://127.0.0.1:${etcd.peerPort}`];
  start("etcd", "etcd", [
    ...["--name", "etcd", "--data-dir", postgresFolder("etcd"), "--listen-client-urls", client],
    ...["--advertise-client-urls", client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer],
    ...["--initial-cluster", `etcd=${peer}`],
  ], { asPostgres: true });
  await eventually("etcd answers", () => fetch(`${client}/health`).then(({ ok }) => ok, () => false));
  for (const name of ["postgres1", "postgres2"]) {
    diskFolder(name);
    const member = { name, port: await freePort(), restPort: await freePort() };
    member.file = join(folder, `${name}.yml`);
    writeFileSync(member.file, JSON.stringify(configuration(member)), { mode: 0o644 });
    members.push(member);
    startMember(member);
  }
  await eventually("there are a primary and a synchronous standby", hasSynchronousStandby);
}

/** Starts Patroni, which starts its Postgres. */
export function startMember(member) {
  member.patroni = start(`patroni-${member.name}`, "patroni", [member.file], { asPostgres: true });
}

/** Patroni reads YAML, of which JSON is a part. */
function configuration({ name, port, restPort }) {
  const data = join(postgresFolder(name), "data");
  return {
    scope: "isula",
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcd.port}` },
    bootstrap: {
      dcs: { ...DEFAULTS, synchronous_mode: true, postgresql: { use_pg_rewind: true, parameters: { wal_level: "logical", max_connections: 300, max_wal_size: "256MB" } } },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: binaries(),
      pgpass: join(postgresFolder(name), "pgpass"),
      authentication: {
        superuser: { username: "postgres", password: PASSWORD },
        replication: { username: "replicator", password: PASSWORD },
      },
      parameters: { unix_socket_directories: postgresFolder(name) },
      pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication replicator 127.0.0.1/32 scram-sha-256"],
    },
  };
}

function binaries() {
  const versions = readdirSync("/usr/lib/postgresql").sort((a, b) => a - b);
  return `/usr/lib/postgresql/${versions.at(-1)}/bin`;
}

/** The URL of the database on whichever server is the primary, for a role. */
export function databaseUrl(role = "postgres", password = PASSWORD) {
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(",");
  return `postgres://${role}:${password}@${hosts}/postgres?target_session_attrs=read-write`;
}

/** The members as lines of HAProxy, which asks Patroni whether they are the primary. */
export function haproxyServers() {
  return members.map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort} inter 500 fall 2 rise 1`);
}

const memberUrl = ({ port }) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;

/** The URLs of the single servers. */
export const serverUrls = () => members.map(memberUrl);

/** Runs statements on the primary, or on one member, and returns what they select. */
export function sql(statements, member) {
  const url = member ? memberUrl(member) : databaseUrl();
  return execFileSync("psql", ["-qXAt", "-v", "ON_ERROR_STOP=1", url, "-c", statements], { encoding: "utf8" }).trim();
}

const answers = ({ restPort }, path) => fetch(`http://127.0.0.1:${restPort}${path}`).then(({ ok }) => ok, () => false);

/** Whether Patroni says that a member is the primary. */
export const isPrimary = (member) => answers(member, "/primary");

export async function primaryAndStandby() {
  const [first, second] = members;
  return (await isPrimary(first)) ? [first, second] : [second, first];
}

export async function hasSynchronousStandby() {
  const [primary, standby] = await primaryAndStandby();
  return (await isPrimary(primary)) && (await answers(standby, "/synchronous"));
}

/** As the loss of a machine: its Patroni and its Postgres end without a word. */
export async function killMember(member) {
  signalGroup(member.patroni, "SIGSTOP");
  killServer(member);
  await kill(member.patroni);
}

/** Kills a Postgres, which Patroni has started in a session of its own. */
function killServer({ name }) {
  const [postmaster] = readFileSync(join(folder, name, "data/postmaster.pid"), "utf8").split("\n");
  process.kill(Number(postmaster), "SIGKILL");
}

/** Patroni's planned change of the primary. */
export async function switchover() {
  const [primary, standby] = await primaryAndStandby();
  const body = JSON.stringify({ leader: primary.name, candidate: standby.name });
  const answer = await fetch(`http://127.0.0.1:${primary.restPort}/switchover`, { method: "POST", body });
  if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
  return standby;
}
