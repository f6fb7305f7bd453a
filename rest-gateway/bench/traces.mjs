// `just bench-traces`: what OpenTelemetry traces cost. Four stacks run side by side: one without traces, and one for each
// share of requests that is traced, with a collector that accepts everything. The load goes to one stack at a time, to each
// in turn, several times: the median of each ratio within a round counts.
import { execFile, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { joinControlGroup } from "./control_group.mjs";
import { cpuSeconds, resident, until } from "./processes.mjs";
import { root, startStack } from "./stack.mjs";

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 32;
const load = join(root, "target/release/examples/load");
const sampled = (share) => ({ OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: String(share) });
const VARIANTS = [
  { name: "1 in 100", variables: sampled(0.01) },
  { name: "1 in 10", variables: sampled(0.1) },
  { name: "every request", variables: {} },
];
const REQUESTS = [
  { name: "one row by its id", method: "GET", path: "/hotels?select=*&id=eq.7" },
  { name: "100 rows", method: "GET", path: "/hotels?select=*&order=id&limit=100" },
  { name: "insert", method: "POST", path: "/bench_notes", body: JSON.stringify({ note: "une note" }) },
];

joinControlGroup();
const collector = await startCollector();
const stacks = [];
try {
  stacks.push(await start("without traces", {}));
  for (const { name, variables } of VARIANTS) {
    stacks.push(await start(name, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.address().port}`, ...variables }));
  }
  console.log(`${CONNECTIONS} connections; ratios to the stack without traces in the same round`);
  for (const request of REQUESTS) await compare(request);
  console.log("the gateway after the load");
  for (const stack of stacks) await reportMemory(stack);
} finally {
  for (const stack of stacks) await stack.stop();
  collector.close();
}

/** A collector that reads what it gets and answers with an empty message. */
async function startCollector() {
  const server = createServer((request, response) => {
    request.resume().once("end", () => response.setHeader("content-type", "application/x-protobuf").end());
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

async function start(name, variables) {
  const stack = await startStack(variables);
  const sql = "create table public.bench_notes (id bigint generated always as identity primary key, note text not null)";
  const grants = "grant select, insert on public.bench_notes to service_role; notify pgrst";
  const run = spawnSync("psql", ["-qX", "-v", "ON_ERROR_STOP=1", stack.keys.DB_URL, "-c", sql, "-c", grants], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr || String(run.error));
  const key = stack.keys.SERVICE_ROLE_KEY;
  const port = Number(new URL(stack.keys.API_URL).port);
  await until(port, "/rest/v1/bench_notes?limit=1", { apikey: key, authorization: `Bearer ${key}` });
  return { ...stack, name, port, idle: resident(stack.pid) };
}

async function compare(request) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureAll(request, round));
  console.log(request.name);
  for (const [place, { name }] of stacks.entries()) {
    const of = (figure) => median(rounds.map((round) => round[place][figure]));
    const ratio = (figure) => median(rounds.map((round) => round[place][figure] / round[0][figure])).toFixed(2);
    const figures = `${of("rate").toFixed(0).padStart(6)}/s, p50 ${of("p50").toFixed(2)} ms, p99 ${of("p99").toFixed(2)} ms, ${of("cpu").toFixed(0)} µs of the gateway's CPU`;
    const ratios = `  ${ratio("rate")} of the rate, ${ratio("p50")} p50, ${ratio("p99")} p99, ${ratio("cpu")} CPU`;
    console.log(`  ${name.padEnd(15)}${figures}${place === 0 ? "" : ratios}`);
  }
}

/** The figures of each stack. Each round begins with another one. */
async function measureAll(request, round) {
  const figures = [];
  for (const turn of stacks.keys()) {
    const place = (turn + round) % stacks.length;
    figures[place] = await measure(stacks[place], request);
  }
  return figures;
}

async function measure({ pid, port, keys }, { method, path, body = "" }) {
  const head = [`${method} /rest/v1${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, `apikey: ${keys.SERVICE_ROLE_KEY}`, `Authorization: Bearer ${keys.SERVICE_ROLE_KEY}`];
  if (body) head.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`);
  const before = { cpu: cpuSeconds([pid]), at: performance.now() };
  const printed = await runLoad(port, `${head.join("\r\n")}\r\n\r\n${body}`);
  const took = (performance.now() - before.at) / 1000;
  const { requests, seconds, p50, p99, refused } = JSON.parse(printed);
  if (refused) throw new Error(`${path}: ${refused}`);
  const rate = requests / seconds;
  return { rate, p50, p99, cpu: ((cpuSeconds([pid]) - before.cpu) * 1e6) / (rate * took) };
}

/** Runs the load generator. The collector answers meanwhile. */
function runLoad(port, request) {
  return new Promise((done, fail) => {
    const child = execFile(load, [`127.0.0.1:${port}`, String(CONNECTIONS), String(SECONDS)], (error, printed) => (error ? fail(error) : done(printed)));
    child.stdin.end(request);
  });
}

async function reportMemory({ name, pid, idle, keys }) {
  const metrics = await fetch(keys.METRICS_URL).then((response) => response.text());
  const spans = [...metrics.matchAll(/^gateway_trace_spans_total\{result="(\w+)"\} (\d+)/gm)].map(([, result, count]) => `${count} ${result}`);
  const memory = `${idle.toFixed(1)} MB idle, ${resident(pid).toFixed(1)} MB after the load`;
  console.log(`  ${name.padEnd(15)}${memory}${spans.length ? `; spans: ${spans.join(", ")}` : ""}`);
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}
