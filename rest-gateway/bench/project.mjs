// `just bench-project`: a Supabase project's first start, its next one, the memory without Postgres, and `db reset`. The
// project is the one that `init` makes, with a migration and a seed. `REST_GATEWAY` names another executable than the
// release build.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { resident } from "./processes.mjs";

const RUNS = 3;
const root = fileURLToPath(new URL("../..", import.meta.url));
const gateway = process.env.REST_GATEWAY ?? join(root, "target/release/rest-gateway");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "isula-bench-project-")));
const rows = [];

try {
  run("init");
  mkdirSync(join(folder, "supabase/migrations"));
  writeFileSync(join(folder, "supabase/migrations/20240101000000_todos.sql"), "create table todos (id int primary key, task text);\n");
  writeFileSync(join(folder, "supabase/seed.sql"), "insert into todos select n, 'task' from generate_series(1, 1000) as n;\n");
  const cold = [];
  const warm = [];
  const memory = [];
  for (let count = 0; count < RUNS; count++) {
    cold.push(run("up", "--detach", "--port", "0"));
    run("stop");
    warm.push(run("up", "--detach", "--port", "0"));
    memory.push(memoryOfStack());
    if (count < RUNS - 1) run("stop", "--delete-data");
  }
  row("up, from an empty folder", "s", median(cold), 4);
  row("up, with data", "s", median(warm), 2);
  row("resident memory without Postgres", "MB", median(memory), 60);
  const first = run("db", "reset");
  row("db reset, the first one", "s", first);
  row("db reset, nothing changed", "s", median([run("db", "reset"), run("db", "reset"), run("db", "reset")]), 1);
  run("stop", "--delete-data");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const [name, value, verdict] of rows) console.log(`${name.padEnd(36)} ${value.padStart(10)}  ${verdict}`);

/** Runs a command in the project, and returns its seconds. */
function run(...args) {
  const began = performance.now();
  // Standard error would keep the pipe of a detached stack open.
  const done = spawnSync(gateway, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  if (done.status !== 0) throw new Error(`${args.join(" ")}: ${done.stdout}`);
  return (performance.now() - began) / 1000;
}

/** The resident memory of the stack on the folder and of its services, in MB. */
function memoryOfStack() {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1];
      return [{ pid, parent, name: readFileSync(`/proc/${pid}/comm`, "utf8").trim(), command: readFileSync(`/proc/${pid}/cmdline`, "utf8") }];
    } catch {
      return [];
    }
  });
  const isStack = ({ pid, command }) => {
    try {
      return command.startsWith(gateway) && readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  };
  const stack = processes.filter(isStack);
  const below = (parent) => processes.filter((one) => one.parent === parent && one.name !== "postgres").flatMap((one) => [one, ...below(one.pid)]);
  const pids = new Set(stack.flatMap((one) => [one.pid, ...below(one.pid).map(({ pid }) => pid)]));
  return [...pids].reduce((sum, pid) => sum + resident(pid), 0);
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function row(name, unit, value, goal) {
  rows.push([name, `${value.toFixed(2)} ${unit}`, goal === undefined ? "" : `< ${goal} ${unit}: ${value < goal ? "reached" : "MISSED"}`]);
}
