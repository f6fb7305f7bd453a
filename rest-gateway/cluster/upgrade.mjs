// Upgrades three gateways to another version, one after the other, while clients use them: `upgrade.mjs FORMER [PRESENT]`,
// each an unpacked tarball of `just dist` or a folder of programs (`release.mjs`). The former version makes the database.
// The present one migrates it, and the gateways then go to the present version, back to the former one on the new schema,
// and forth again. While two versions run, `cross-checks.mjs` gives each what the other has made. Prints a line for each
// step, as `run.mjs` does for a drill.
import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../bench/stack.mjs";
import { Account } from "./account.mjs";
import { crossCheck } from "./cross-checks.mjs";
import { makeGateways, SECRET_KEY } from "./gateways.mjs";
import { databaseUrl, sql, startPostgres } from "./postgres.mjs";
import { eventually, folder, pause } from "./programs.mjs";
import { Release } from "./release.mjs";
import { report } from "./report.mjs";
import { ResumableUpload } from "./resumable-upload.mjs";
import { startHaproxy, startRedis, startS3 } from "./services.mjs";
import { CLIENTS, exchange, objectPath, prepareTraffic, send, Traffic } from "./traffic.mjs";

const COPIES = 3;
/** How long a transaction that has read every table goes on while the database is migrated, in seconds. */
const READER = 15;
/** How long clients may wait meanwhile, in milliseconds: they must not wait for that transaction. */
const LONGEST_WAIT = 5000;
/** Characters of a resumable upload, and of one of its parts. */
const [UPLOAD, PART] = [100_000, 40_000];

const [formerPath, presentPath = join(root, "target/release")] = process.argv.slice(2);
if (!formerPath) throw new Error("usage: upgrade.mjs FORMER [PRESENT], the folders of two versions");
const [former, present] = [new Release("former", formerPath), new Release("present", presentPath)];

console.log(`the logs are in ${folder}`);
await startPostgres();
const [redis, s3] = [await startRedis(), await startS3(present)];
const gateways = await makeGateways(COPIES, former, { redis, s3 });
prepareTraffic();
await Promise.all(gateways.map((gateway) => gateway.start()));
const { port } = await startHaproxy(gateways);
const read = { method: "GET", path: "/rest/v1/drill?select=id&limit=1", headers: { apikey: SECRET_KEY } };
await eventually("HAProxy finds a gateway", async () => (await send(port, read)) === 200);

// Of each kind an account for each client. They keep their sessions through all steps.
const createAccounts = () => Promise.all(Array.from({ length: CLIENTS }, () => Account.create(port)));
const [visitors, members] = [await createAccounts(), await createAccounts()];
const objects = new Map();
let failed = false;
for (const [name, run] of [
  ["the former version on its own schema", () => pause(3000)],
  ["migration, beside a transaction that has read every table", migrate],
  ["rolling upgrade", () => roll(present)],
  ["rolling return to the former version on the new schema", () => roll(former)],
  ["rolling upgrade once more", () => roll(present)],
]) {
  const traffic = new Traffic(port, SECRET_KEY, { login, refresh, "resumable upload": uploadInParts });
  await traffic.start();
  await pause(1000);
  const result = await run(traffic);
  await traffic.stop();
  for (const object of traffic.uploads) objects.set(object, object);
  // Only broadcasts may fail: on a connection that closes meanwhile they are delivered at most once.
  const mayFail = (kind) => (kind === "broadcast" ? 10 * CLIENTS : 0);
  failed = !report({ name, mayFail }, traffic, gateways, result) || failed;
}
failed = !(await hasAllObjects()) || failed;
process.exit(failed ? 1 : 0);

async function login(index) {
  await pause(500);
  return visitors[index].signIn(port);
}

async function refresh(index) {
  const status = await members[index].refresh(port);
  return status === 200 ? members[index].readUser(port) : status;
}

async function uploadInParts() {
  const name = `${Traffic.nextId++}-in-parts.txt`;
  const upload = new ResumableUpload(name, name.repeat(Math.ceil(UPLOAD / name.length)));
  let status = await upload.create(port);
  while (status < 300 && !upload.isComplete) {
    await pause(100);
    status = await upload.send(port, PART);
  }
  if (upload.isComplete) objects.set(name, upload.content);
  return status;
}

/** A migration may have to wait for the reader, but clients may not wait for the migration. */
async function migrate({ counts }) {
  const tables = sql("select string_agg(format('%I.%I', schemaname, tablename), ', ') from pg_tables where schemaname !~ '^(pg_|information_schema$)'");
  const reader = spawn("psql", ["-qX", databaseUrl(), "-c", `begin; lock table ${tables} in access share mode; select pg_sleep(${READER})`], { stdio: "ignore" });
  await eventually("a transaction has read every table", () => sql("select count(*) from pg_stat_activity where wait_event = 'PgSleep'") === "1");
  const since = performance.now();
  const { stdout } = await promisify(execFile)(present.program("rest-gateway"), ["migrate", "--db-url", databaseUrl()], { cwd: folder });
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  reader.kill();
  await pause(3000);
  const longest = Math.max(...Object.values(counts).map(({ longestGap }) => longestGap));
  const areReady = await Promise.all(gateways.map((gateway) => gateway.isReady()));
  return { text: `migrated in ${seconds} s: ${stdout.trim().replaceAll("\n", ", ")}`, isWithinGoal: longest < LONGEST_WAIT && areReady.every(Boolean) };
}

async function roll(release) {
  for (const gateway of gateways) {
    await gateway.stop();
    gateway.use(release);
    await gateway.start();
    // Longer than HAProxy needs to see it.
    await pause(2000);
    if (gateway === gateways[0]) await crossCheck(gateway, gateways.at(-1));
  }
}

/** Every object that was uploaded by any version in any step is still there. */
async function hasAllObjects() {
  const headers = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` };
  let wrong = 0;
  for (const [name, content] of objects) {
    const { status, text } = await exchange(port, { method: "GET", path: objectPath(name), headers });
    if (status !== 200 || text !== content) wrong++;
  }
  console.log(`${wrong === 0 ? "ok    " : "FAILED"} ${objects.size} objects of both versions: ${wrong} lost or with other bytes`);
  return wrong === 0;
}
