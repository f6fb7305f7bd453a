// Starts the programs of the cluster, each with a log of its own, and ends them all with this process.
import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const isRoot = process.getuid() === 0;
/** Postgres does not run as root: its programs run as the user of its package. */
const postgresUser = isRoot
  ? { uid: Number(execFileSync("id", ["-u", "postgres"])), gid: Number(execFileSync("id", ["-g", "postgres"])) }
  : {};

/** The folder of this cluster's data, configuration and logs. */
export const folder = mkdtempSync(join(tmpdir(), "isula-cluster-"));
ownByPostgres(folder);

const running = new Set();

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.once("exit", () => {
  for (const child of running) signalGroup(child, "SIGKILL");
  if (process.exitCode === 0) rmSync(folder, { recursive: true, force: true });
});

/** Starts a program, whose output goes to `NAME.log` in the cluster's folder. */
export function start(name, program, options, { env = {}, asPostgres = false } = {}) {
  const log = openSync(join(folder, `${name}.log`), "a");
  const child = spawn(program, options, {
    cwd: folder,
    // A group of its own: a drill kills a program together with what it has started.
    detached: true,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", log, log],
    ...(asPostgres ? postgresUser : {}),
  });
  running.add(child);
  child.ended = new Promise((done) =>
    child.once("exit", () => {
      running.delete(child);
      done();
    }),
  );
  return child;
}

/** Sends a signal to a program and to all that it has started. */
export function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** Kills a program and all that it has started. */
export async function kill(child) {
  signalGroup(child, "SIGKILL");
  await child.ended;
}

/** Makes a folder that the user of Postgres may write. */
export function postgresFolder(name) {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  ownByPostgres(path);
  return path;
}

export function ownByPostgres(path) {
  if (isRoot) chownSync(path, postgresUser.uid, postgresUser.gid);
}

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Waits until a condition holds, and fails after a minute and a half. */
export async function eventually(what, holds) {
  for (const since = Date.now(); Date.now() - since < 90_000; await pause(50)) {
    if (await holds()) return;
  }
  throw new Error(`not within 90 seconds: ${what}; the logs are in ${folder}`);
}
