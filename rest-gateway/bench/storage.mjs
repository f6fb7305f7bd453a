// `just bench-storage`: the storage service next to what it stands on, in one run: the bare S3 server that it stores its bytes
// in, pgbench with the SQL of a list, and libvips' `vipsthumbnail`. One line per figure. The clients are a process of their
// own (`storage-load.mjs`), whose own limits are printed first. Needs 12 GB of free disk.
//
// `node rest-gateway/bench/storage.mjs [MEASURE…]` takes some of the measures: transfers (the service reads the S3 server's
// folder, as `up` runs it), remote (transfers of a service that reaches the S3 server by HTTP alone), resumable, lists,
// transforms.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { psql } from "./database.mjs";
import { check, share } from "./figures.mjs";
import { pgbenchProgram } from "./processes.mjs";
import { BLOCK } from "./storage-load.mjs";
import { BUCKET, authorization, database, load, peak, resetPeak, s3, settle, startServers, startSink, startStorage, stopServers, storage } from "./storage-servers.mjs";
import { transforms } from "./storage-transforms.mjs";

const SECONDS = 2;
const ROUNDS = 3;
const MANY = 32;
const KB = 1024;
const MB = 1024 * KB;
const SIZES = [
  { name: "10 KB", bytes: 10 * KB },
  { name: "1 MB", bytes: MB },
  { name: "100 MB", bytes: 100 * MB },
];
/** In all. The clients share it. */
const RESUMABLE_BYTES = 1024 * MB;
/** What Supabase's clients send in one request, and what the service stores as one part. */
const PART_BYTES = 6 * MB;
const GOALS = { download: 0.8, upload: 0.7, list: 3, memory: 40 };
const OBJECTS = 100_000;

const MEASURES = { transfers, remote, resumable, lists, transforms };
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(MEASURES);
const unknown = chosen.find((name) => !(name in MEASURES));
if (unknown) throw new Error(`${unknown} is none of ${Object.keys(MEASURES).join(", ")}`);

let folder;
try {
  folder = await startServers();
  await measureClients();
  for (const name of chosen) await MEASURES[name](folder);
} finally {
  await stopServers();
}

/** What the clients can take. */
async function measureClients() {
  const port = await startSink();
  const get = (bytes) => each(MANY, () => [{ method: "GET", path: `/?bytes=${bytes}` }]);
  const small = await load(port, get(10 * KB), SECONDS);
  const down = await load(port, get(100 * MB));
  const up = await load(port, each(MANY, () => [{ method: "PUT", path: "/", length: 100 * MB }]));
  const rate = ({ requests, seconds }) => ((requests * 100) / seconds).toFixed(0);
  console.log(`the clients by themselves: ${(small.requests / small.seconds).toFixed(0)} downloads of 10 KB a second, ${rate(down)} MB/s down, ${rate(up)} MB/s up`);
}

async function transfers() {
  await transfersOf(storage, "");
}

async function remote() {
  await transfersOf(await startStorage({ readsFolder: false }), "remote ");
}

async function transfersOf(service, kind) {
  for (const size of SIZES) {
    await load(s3.port, [[s3.request("PUT", `download-${size.bytes}`, { length: size.bytes })]]);
    await load(service.port, [[upload(`download-${size.bytes}`, size.bytes)]]);
    for (const clients of [1, MANY]) await transfer(service, kind, size, clients);
  }
}

async function transfer(service, kind, { name, bytes }, clients) {
  const large = clients * bytes > 1024 * MB;
  const plan = { service, seconds: large ? 0 : SECONDS, rounds: large ? 1 : ROUNDS, bytes };
  const who = clients === 1 ? "1 client" : `${clients} clients`;
  const download = { method: "GET", path: `/object/authenticated/${BUCKET}/download-${bytes}`, headers: authorization };
  await compare(`${kind}download of ${name}, ${who}`, GOALS.download, plan, {
    ours: each(clients, () => [download]),
    bare: each(clients, () => [s3.request("GET", `download-${bytes}`)]),
  });
  await compare(`${kind}upload of ${name}, ${who}`, GOALS.upload, plan, {
    ours: each(clients, (client) => [upload(`upload-${client}`, bytes)]),
    bare: each(clients, (client) => [s3.request("PUT", `upload-${client}`, { length: bytes })]),
  });
}

/** Measures both in turn, several times, because the speed of a machine varies. The median counts. */
async function compare(name, goal, { service, seconds, rounds, bytes }, { ours, bare }) {
  const unit = bytes < MB ? "a second" : "MB/s";
  const rate = (result) => (result.requests / result.seconds) * (bytes < MB ? 1 : bytes / MB);
  const rates = { ours: [], bare: [] };
  resetPeak(service);
  for (let round = 0; round < rounds; round += 1) {
    rates.bare.push(rate(await load(s3.port, bare, seconds)));
    rates.ours.push(rate(await load(service.port, ours, seconds)));
    await settle(service);
  }
  share(`${name}, ${unit}`, median(rates.ours), "of the bare S3", median(rates.bare), goal);
  if (seconds === 0) check(`  memory at most during that`, peak(service), "MB", GOALS.memory);
}

/** Resumable uploads, next to multipart uploads of the bare S3 in parts of the same size. */
async function resumable() {
  for (const clients of [1, MANY]) {
    const bytes = RESUMABLE_BYTES / clients;
    const rate = (seconds) => RESUMABLE_BYTES / MB / seconds;
    const multipart = await Promise.all(each(clients, (client) => multipartUpload(`multipart-${clients}-${client}`, bytes)));
    const bare = await load(s3.port, multipart);
    const tus = await Promise.all(each(clients, (client) => resumableUpload(`resumable-${clients}-${client}`, bytes)));
    resetPeak();
    const ours = await load(storage.port, tus);
    const name = clients === 1 ? "resumable upload of 1 GB, 1 client, MB/s" : `resumable uploads of 1 GB in all, ${clients} clients, MB/s`;
    share(name, rate(ours.seconds), "of the bare S3's multipart upload", rate(bare.seconds), GOALS.upload);
    check("  memory at most during that", peak(), "MB", GOALS.memory);
    await settle();
  }
}

/** Creates an upload, and returns the requests that send its parts. */
async function resumableUpload(name, bytes) {
  const encode = (value) => Buffer.from(value).toString("base64");
  const tus = { ...authorization, "Tus-Resumable": "1.0.0" };
  const created = await fetch(`http://127.0.0.1:${storage.port}/upload/resumable`, {
    method: "POST",
    headers: { ...tus, "Upload-Length": String(bytes), "Upload-Metadata": `bucketName ${encode(BUCKET)},objectName ${encode(name)}` },
  });
  if (created.status !== 201) throw new Error(`resumable upload: ${created.status} ${await created.text()}`);
  const location = created.headers.get("location");
  const path = location.slice(location.indexOf("/upload/resumable"));
  return parts(bytes).map(({ offset, length }) => ({
    method: "PATCH",
    path,
    headers: { ...tus, "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream" },
    length,
  }));
}

/** Creates an upload, and returns the requests that send its parts and complete it. */
async function multipartUpload(name, bytes) {
  const { path, method } = s3.request("POST", name, { query: { uploads: "" } });
  const created = await fetch(`http://127.0.0.1:${s3.port}${path}`, { method });
  const uploadId = /<UploadId>([^<]+)/.exec(await created.text())?.[1];
  if (!uploadId) throw new Error(`multipart upload: ${created.status}`);
  const sent = parts(bytes).map(({ length, number }) => ({
    request: s3.request("PUT", name, { length, query: { partNumber: String(number), uploadId } }),
    xml: `<Part><PartNumber>${number}</PartNumber><ETag>"${eTag(length)}"</ETag></Part>`,
  }));
  const body = `<CompleteMultipartUpload>${sent.map(({ xml }) => xml).join("")}</CompleteMultipartUpload>`;
  return [...sent.map(({ request }) => request), s3.request("POST", name, { body, query: { uploadId } })];
}

function parts(bytes) {
  return Array.from({ length: Math.ceil(bytes / PART_BYTES) }, (_, at) => ({
    number: at + 1,
    offset: at * PART_BYTES,
    length: Math.min(PART_BYTES, bytes - at * PART_BYTES),
  }));
}

/** The ETag of a generated body. */
function eTag(length) {
  const hash = createHash("md5");
  for (let left = length; left > 0; left -= BLOCK.length) hash.update(left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK);
  return hash.digest("hex");
}

/** 1,000 of many objects, next to the same SQL by pgbench. */
async function lists() {
  psql(database, "-c", `insert into storage.objects (bucket_id, name, version, metadata)
    select '${BUCKET}', 'many/' || n, gen_random_uuid(), '{"size": 1024, "eTag": "\\"e\\"", "mimetype": "text/plain", "cacheControl": "max-age=3600"}'
    from generate_series(1, ${OBJECTS}) as n`, "-c", "vacuum analyze storage.objects");
  await list("list", { prefix: "many/", limit: 1000 }, `select name, id, updated_at, created_at, last_accessed_at, metadata from storage.search('many/', '${BUCKET}', 1000, 2, 0, '', 'name', 'asc')`);
  await list("list-v2", { prefix: "many/", limit: 1000 }, `select key, name, id, updated_at, created_at, last_accessed_at, metadata from storage.search_v2('many/', '${BUCKET}', 1001, 0, '', 'asc', 'name', '')`);
  psql(database, "-c", `set storage.allow_delete_query = true; delete from storage.objects where name ^@ 'many/'`);
}

async function list(route, body, sql) {
  const request = { method: "POST", path: `/object/${route}/${BUCKET}`, headers: { ...authorization, "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const name = `${route} of 1,000 of ${OBJECTS.toLocaleString("en")} objects`;
  for (const clients of [1, MANY]) {
    const ours = await load(storage.port, each(clients, () => [request]), SECONDS);
    const pgbench = runPgbench(sql, clients);
    if (clients > 1) share(`${name}, ${clients} clients, a second`, ours.requests / ours.seconds, "of pgbench", pgbench?.rate);
    else if (!pgbench) console.log(`${name}: ${ours.p50.toFixed(1)} ms; there is no pgbench here`);
    else check(`${name}: ${ours.p50.toFixed(1)} ms, beyond pgbench's ${pgbench.latency.toFixed(1)} ms`, ours.p50 - pgbench.latency, "ms", GOALS.list);
  }
}

/** The latency in ms and the transactions a second of this SQL, as the caller of a list; undefined without pgbench. */
function runPgbench(sql, clients) {
  const file = join(folder, "list.sql");
  const claims = JSON.stringify({ role: "authenticated" });
  const settings = `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '${claims}', true)`;
  writeFileSync(file, `\\startpipeline\nbegin;\n${settings};\n${sql};\ncommit;\n\\endpipeline\n`);
  const { stdout } = spawnSync(pgbenchProgram(), ["-n", "-M", "prepared", "-c", String(clients), "-T", String(SECONDS), "-f", file, database], { encoding: "utf8" });
  const [latency, rate] = [/latency average = ([\d.]+)/, /tps = ([\d.]+)/].map((pattern) => Number(pattern.exec(stdout ?? "")?.[1]));
  return latency ? { latency, rate } : undefined;
}

function upload(name, bytes) {
  return { method: "POST", path: `/object/${BUCKET}/${name}`, headers: { ...authorization, "Content-Type": "application/octet-stream", "X-Upsert": "true" }, length: bytes };
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

function each(count, make) {
  return Array.from({ length: count }, (_, at) => make(at));
}
