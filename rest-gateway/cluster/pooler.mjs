// PgBouncer in transaction mode, which reaches the primary of Postgres through HAProxy.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../bench/processes.mjs";
import { folder, start } from "./programs.mjs";
import { haproxyServers } from "./postgres.mjs";
import { Server } from "./services.mjs";

/** Debian's folder of servers is not in every PATH. */
process.env.PATH += ":/usr/sbin";
/** The gateways log in as this role, and so does PgBouncer. */
const ROLE = "authenticator";
export const AUTHENTICATOR_PASSWORD = randomBytes(32).toString("hex");

/** Whether the installed PgBouncer passes prepared statements on. */
export function passesPreparedStatements() {
  const [, major, minor] = execFileSync("pgbouncer", ["--version"], { encoding: "utf8" }).match(/(\d+)\.(\d+)/);
  return Number(major) > 1 || Number(minor) >= 21;
}

/** `servers`: its connections to Postgres. By default there are fewer than those of three gateways to the pooler. */
export async function startPooler(servers = 20) {
  const port = await freePort();
  const users = writeForPostgres("pgbouncer.users", `"${ROLE}" "${AUTHENTICATOR_PASSWORD}"\n`);
  const file = writeForPostgres("pgbouncer.ini", `
[databases]
* = host=127.0.0.1 port=${await startHaproxyToPrimary()}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${servers}
max_client_conn = 1000
server_login_retry = 1
${passesPreparedStatements() ? "max_prepared_statements = 200" : ""}
`);
  return new Server(port, () => start("pgbouncer", "pgbouncer", [file], { asPostgres: true }));
}

async function startHaproxyToPrimary() {
  const port = await freePort();
  const file = join(folder, "haproxy-postgres.cfg");
  writeFileSync(file, `
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  # During a switchover the former primary refuses connections before its health check fails.
  retries 1
  option redispatch 1
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server on-marked-down shutdown-sessions
${haproxyServers().join("\n")}
`);
  start("haproxy-postgres", "haproxy", ["-db", "-f", file]);
  return port;
}

/** PgBouncer does not run as root: it runs as the user of Postgres. */
function writeForPostgres(name, text) {
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o644 });
  return file;
}
