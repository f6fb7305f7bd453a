// Starts, watches and ends the processes of a measurement.
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:net";

export function pgbenchProgram() {
  const folders = readdirSync("/usr/lib/postgresql", { withFileTypes: true }).map(({ name }) => `/usr/lib/postgresql/${name}/bin/pgbench`);
  return folders.at(-1) ?? "pgbench";
}

export async function until(port, path, headers = {}) {
  const since = performance.now();
  while (!(await fetch(`http://127.0.0.1:${port}${path}`, { headers }).then((answer) => answer.ok, () => false))) {
    if (performance.now() - since > 60_000) throw new Error(`no answer from port ${port} within a minute`);
    await new Promise((done) => setTimeout(done, 1));
  }
}

export function end(child) {
  const ended = new Promise((done) => child.on("exit", done));
  child.kill("SIGTERM");
  return ended;
}

export function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Waits until a process has used no CPU time for a moment: work goes on when its clients have left. */
export async function untilIdle(pid) {
  const used = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13).join();
  let before;
  do {
    before = used();
    await new Promise((done) => setTimeout(done, 300));
  } while (used() !== before);
}

/** Resident memory of a process, in MB. */
export function resident(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

/** CPU seconds of the processes and of their children that have ended. */
export function cpuSeconds(pids) {
  const ticks = pids.map((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
      return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    } catch {
      return 0;
    }
  });
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}
