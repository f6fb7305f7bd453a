// Brings up a whole cluster on this machine and runs its drills, or those of a name (`run.mjs "rolling"`). Instead of them,
// `--keep` keeps it up, `--poolers` measures what a pooler costs, `--read-your-writes COUNT` reads rows that were just
// written, and `--overload` sends more than it can answer. Prints a line for each drill, and fails if an acknowledged write
// was lost or more requests failed than may.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../bench/stack.mjs";
import { drills } from "./drills.mjs";
import { makeGateways, SECRET_KEY } from "./gateways.mjs";
import { overload, SERVERS, SETTINGS } from "./overload.mjs";
import { startPooler } from "./pooler.mjs";
import { comparePoolerModes } from "./pooler-modes.mjs";
import { startPostgres } from "./postgres.mjs";
import { eventually, folder, pause } from "./programs.mjs";
import { Release } from "./release.mjs";
import { report } from "./report.mjs";
import { startHaproxy, startRedis, startS3 } from "./services.mjs";
import { prepareTraffic, send, Traffic } from "./traffic.mjs";
import { readYourWrites } from "./trials.mjs";

const COPIES = 3;
/** Of one gateway's requests a second, on the same cores. */
const THROUGHPUT_GOAL = 0.9;
const [wanted, count = "100000"] = process.argv.slice(2);
const built = Release.built();

console.log(`the logs are in ${folder}`);
await startPostgres();
const isOverload = wanted === "--overload";
const [pooler, redis, s3] = [await startPooler(isOverload ? SERVERS : undefined), await startRedis(), await startS3(built)];
const gateways = await makeGateways(COPIES, built, { pooler, redis, s3 }, isOverload ? SETTINGS : "");
prepareTraffic();
if (wanted === "--poolers") {
  await comparePoolerModes(gateways[0].env);
  process.exit(0);
}
await Promise.all(gateways.map((gateway) => gateway.start()));
const haproxy = await startHaproxy(gateways);
const read = { method: "GET", path: "/rest/v1/drill?select=id&limit=1", headers: { apikey: SECRET_KEY } };
await eventually("HAProxy finds a gateway", async () => (await send(haproxy.port, read)) === 200);
console.log(`${COPIES} gateways behind http://127.0.0.1:${haproxy.port}, secret key ${SECRET_KEY}`);
if (wanted === "--keep") await new Promise(() => {});
if (isOverload) process.exit((await overload(haproxy.port, SECRET_KEY)) ? 0 : 1);
if (wanted === "--read-your-writes") process.exit((await readYourWrites(haproxy.port, SECRET_KEY, Number(count))) ? 0 : 1);

let traffic;
let failed = false;
for (const drill of drills({ gateways, pooler, redis, s3, port: haproxy.port, traffic: () => traffic })) {
  if (wanted && !new RegExp(wanted).test(drill.name)) continue;
  traffic = new Traffic(haproxy.port, SECRET_KEY);
  await traffic.start();
  await pause(1000);
  const result = await drill.run();
  await traffic.stop();
  failed = !report(drill, traffic, gateways, result) || failed;
}
if (!wanted) await compareThroughput();
process.exit(failed ? 1 : 0);

/** Requests a second through HAProxy of all gateways, and of one of them. */
async function compareThroughput() {
  const request = `GET ${read.path} HTTP/1.1\r\nHost: localhost\r\napikey: ${SECRET_KEY}\r\n\r\n`;
  const load = () => {
    const printed = execFileSync(join(root, "target/release/examples/load"), [`127.0.0.1:${haproxy.port}`, "32", "5"], { input: request, encoding: "utf8" });
    const { requests, seconds } = JSON.parse(printed);
    return requests / seconds;
  };
  const ofAll = load();
  for (const gateway of gateways.slice(1)) await gateway.stop();
  await pause(2000);
  const ofOne = load();
  const ratio = ofAll / ofOne;
  const reached = ratio >= THROUGHPUT_GOAL;
  failed ||= !reached;
  console.log(`${COPIES} gateways: ${Math.round(ofAll)} requests a second, ${ratio.toFixed(2)} of one, goal ${THROUGHPUT_GOAL}: ${reached ? "reached" : "MISSED"}`);
}
