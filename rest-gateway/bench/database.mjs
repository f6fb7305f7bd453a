// Databases for measurements of one service.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./stack.mjs";

/** Creates a migrated database on a server. Takes a superuser's URL, and returns it with the new name. */
export function createDatabase(server, name = "bench") {
  const database = new URL(server);
  psql(server, "-c", `create database ${name}`);
  database.pathname = `/${name}`;
  const gateway = ["release", "debug"].map((profile) => join(root, "target", profile, "rest-gateway")).find(existsSync);
  run(gateway, "migrate", "--db-url", database.href);
  return database.href;
}

/** Runs psql, and returns what it prints. */
export function psql(database, ...options) {
  return run("psql", "-qXAt", "-v", "ON_ERROR_STOP=1", database, ...options);
}

function run(program, ...options) {
  const { status, stdout, stderr, error } = spawnSync(program, options, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${options.join(" ")}: ${stderr || error}`);
  return stdout.trim();
}
