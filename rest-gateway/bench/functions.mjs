// `just bench-functions`: the first answer of a function that is not running, through the gateway, next to the time from
// the start of the same program alone to its first answer: TypeScript by `deno run`, Node.js, and Rust. With the policy
// `oneshot` every request starts a process.
//
//   node functions.mjs [ROUNDS]
//
// GATEWAY names another executable than the release build.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./stack.mjs";

const ROUNDS = Number(process.argv[2] ?? 15);
/** How much longer a function may take than its program alone, in milliseconds. */
const MARGIN = 20;
const gateway = process.env.GATEWAY ?? join(root, "target/release/rest-gateway");
const project = mkdtempSync(join(tmpdir(), "isula-functions-"));
chmodSync(project, 0o755);

const CONFIG = "[auth]\nenabled = false\n[storage]\nenabled = false\n[realtime]\nenabled = false\n[edge_runtime]\npolicy = \"oneshot\"\n";

/** Runs the gateway's command line in the project. */
function run(...args) {
  const done = spawnSync(gateway, args, { cwd: project, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${args.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

/** The milliseconds until a request is answered with 200. `null` if the connection is refused. */
function answered(options) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request({ method: "POST", ...options }, (response) => {
      response.resume().on("end", () => (response.statusCode === 200 ? resolve(performance.now() - began) : reject(new Error(`status ${response.statusCode}`))));
    });
    request.on("error", (error) => (["ECONNREFUSED", "ENOENT"].includes(error.code) ? resolve(null) : reject(error)));
    request.end("{}");
  });
}

/** The milliseconds from the start of a program to its first answer on its socket. */
async function runAlone([command, ...args], round) {
  const socket = join(project, `plain-${round}`);
  rmSync(socket, { force: true });
  const began = performance.now();
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, { env: { PATH, HOME, SOCKET: socket }, stdio: "ignore" });
  try {
    // Polled as often as by the gateway, with a call that costs the program nothing.
    while (!existsSync(socket)) await new Promise((done) => setTimeout(done, 1));
    while ((await answered({ socketPath: socket, path: "/" })) === null);
    return performance.now() - began;
  } finally {
    child.kill("SIGKILL");
  }
}

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

mkdirSync(join(project, "supabase"));
writeFileSync(join(project, "supabase/config.toml"), CONFIG);
run("functions", "new", "typescript", "--no-verify-jwt");
run("functions", "new", "node", "--node", "--no-verify-jwt");
const kinds = { typescript: [], node: [join(project, "supabase/functions/node/main")] };
if (spawnSync("cargo", ["--version"]).status === 0) {
  run("functions", "new", "rust", "--rust", "--no-verify-jwt");
  kinds.rust = [join(project, "supabase/functions/rust/target/release/rust")];
}
// The unchanged function, on the socket that the gateway would give it.
const source = readFileSync(join(project, "supabase/functions/typescript/index.ts"), "utf8");
const plain = join(project, "plain.ts");
writeFileSync(plain, source.replace("Deno.serve(", "Deno.serve({ path: Deno.env.get(\"SOCKET\"), onListen() {} }, "));
kinds.typescript = ["deno", "run", "--no-check", "--no-config", "--allow-all", plain];

run("up", "--detach", "--port", "0");
let missed = false;
try {
  const { FUNCTIONS_URL } = JSON.parse(run("status", "-o", "json"));
  const { hostname, port, pathname } = new URL(FUNCTIONS_URL);
  for (const [name, command] of Object.entries(kinds)) {
    const request = { hostname, port, path: `${pathname}/${name}` };
    await answered(request);
    await runAlone(command, "first");
    const [served, alone] = [[], []];
    // Alternately, so that both see the same load of the machine.
    for (let round = 0; round < ROUNDS; round += 1) {
      served.push(await answered(request));
      alone.push(await runAlone(command, round));
    }
    const [here, there] = [median(served), median(alone)];
    missed ||= here > there + MARGIN;
    console.log(`${name.padEnd(12)} ${here.toFixed(1).padStart(7)} ms   alone ${there.toFixed(1).padStart(7)} ms`);
  }
} finally {
  run("stop", "--delete-data");
  rmSync(project, { recursive: true, force: true });
}
if (missed) throw new Error(`a function answers more than ${MARGIN} ms later than its program alone`);
