// Other servers of PostgREST's protocol, on the same Postgres. A server that cannot be installed or started is skipped, with
// the reason on standard output.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./stack.mjs";

const POSTRUST = "postrust-server@3.1.0";
const LITE = "@supabase/lite@0.10.0";
const folder = join(root, "target/rivals");

/** Starts the servers that can be started. */
export async function startRivals({ databaseUrl, secret, pool, port, until }) {
  const rivals = [];
  for (const start of [postrust, lite]) {
    try {
      rivals.push(await start({ databaseUrl, secret, pool, port: await port(), until }));
    } catch (error) {
      console.log(`${start.name}: left out: ${error.message}`);
    }
  }
  return rivals;
}

/** A Rust port of PostgREST, from crates.io. */
async function postrust({ databaseUrl, secret, pool, port, until }) {
  const program = join(folder, "bin/postrust");
  if (!existsSync(program)) {
    const install = spawnSync("cargo", ["install", POSTRUST, "--root", folder], { stdio: ["ignore", "ignore", "inherit"] });
    if (install.status !== 0) throw new Error(`cargo install ${POSTRUST} failed`);
  }
  const env = {
    PATH: process.env.PATH,
    PGRST_DB_URI: databaseUrl,
    DATABASE_URL: databaseUrl,
    PGRST_DB_SCHEMAS: "public",
    PGRST_DB_ANON_ROLE: "anon",
    PGRST_JWT_SECRET: secret,
    PGRST_SERVER_HOST: "127.0.0.1",
    PGRST_SERVER_PORT: String(port),
    PGRST_LOG_LEVEL: "error",
    PGRST_DB_POOL: String(pool),
  };
  const child = spawn(program, [], { stdio: "ignore", env });
  return running({ name: "postrust", child, port, prefix: "/api", until });
}

/** Supabase's own lightweight server, from npm. */
async function lite({ databaseUrl, secret, port, until }) {
  const project = mkdtempSync(join(tmpdir(), "isula-lite-"));
  mkdirSync(join(project, "supabase"));
  const config = `[api]\nport = ${port}\n[db]\ndriver = "postgres"\nurl = "${databaseUrl}"\n[auth]\nenabled = false\njwt_secret = "${secret}"\n`;
  writeFileSync(join(project, "supabase/config.toml"), config);
  const command = ["--yes", "-p", LITE, "-p", "postgres@3", "lite", "start", "--no-admin"];
  const child = spawn("npx", command, { cwd: project, stdio: "ignore", detached: true });
  return running({ name: "@supabase/lite", child, port, prefix: "/rest/v1", until, clean: () => rmSync(project, { recursive: true, force: true }) });
}

async function running({ name, child, port, prefix, until, clean = () => {} }) {
  const ended = new Promise((done) => child.on("exit", done));
  const stop = async () => {
    // The server is a child of npx, so the signal goes to the process group.
    try {
      process.kill(child.spawnargs[0] === "npx" ? -child.pid : child.pid, "SIGTERM");
    } catch {
      // The process has ended already.
    }
    await ended;
    clean();
  };
  try {
    await until(port, `${prefix}/hotels?select=id&limit=1`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { name, pid: child.pid, port, prefix, stop };
}
