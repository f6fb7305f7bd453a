// What two gateways of different versions do with each other's sessions, objects, uploads and messages.
import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { Account } from "./account.mjs";
import { Channel } from "./channel.mjs";
import { SECRET_KEY } from "./gateways.mjs";
import { eventually } from "./programs.mjs";
import { ResumableUpload } from "./resumable-upload.mjs";
import { exchange, objectPath, OBJECTS } from "./traffic.mjs";

const HEADERS = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` };
const MEGABYTE = 1 << 20;

/** Throws if one does not accept what the other has made. */
export async function crossCheck(one, other) {
  for (const [from, to] of [[one, other], [other, one]]) {
    const [first, second] = [from.port, to.port];
    await sessions(first, second);
    await objects(first, second);
    await signedUrls(first, second);
    await resumableUploads(first, second);
    await messages(first, second);
  }
}

async function sessions(first, second) {
  const account = await Account.create(first);
  assert.equal(await account.readUser(second), 200, "an access token");
  assert.equal(await account.refresh(second), 200, "a refresh token");
  assert.equal(await account.readUser(first), 200, "an access token after a refresh");
  assert.equal(await account.refresh(first), 200, "a second refresh token");
  const rows = await exchange(second, { method: "GET", path: "/rest/v1/hotels?select=id&limit=1", headers: account.headers });
  assert.equal(rows.status, 200, "an access token of REST");
  assert.equal(await account.signOut(first), 204, "the end of a session");
  await eventually("the session has ended on the other", async () => (await account.readUser(second)) === 403);
}

async function upload(port, name, method, body) {
  const headers = { ...HEADERS, "content-type": "text/plain" };
  const { status, text } = await exchange(port, { method, path: `/storage/v1/object/${OBJECTS}/${name}`, headers, body });
  assert.equal(status, 200, text);
}

async function assertContent(port, path, content) {
  const { status, text } = await exchange(port, { method: "GET", path, headers: HEADERS });
  assert.equal(status, 200, text);
  assert.ok(text === content, `${path} has other bytes`);
}

async function objects(first, second) {
  const name = `${randomUUID()}.txt`;
  await upload(first, name, "POST", "one");
  await assertContent(second, objectPath(name), "one");
  await upload(second, name, "PUT", "another");
  await assertContent(first, objectPath(name), "another");
  const removed = await exchange(first, { method: "DELETE", path: `/storage/v1/object/${OBJECTS}/${name}`, headers: HEADERS });
  assert.equal(removed.status, 200, removed.text);
  const gone = await exchange(second, { method: "GET", path: objectPath(name), headers: HEADERS });
  assert.notEqual(gone.status, 200, "a removed object");
}

async function signedUrls(first, second) {
  const name = `${randomUUID()}.txt`;
  await upload(first, name, "POST", "signed");
  const headers = { ...HEADERS, "content-type": "application/json" };
  const path = `/storage/v1/object/sign/${OBJECTS}/${name}`;
  const { status, text } = await exchange(first, { method: "POST", path, headers, body: JSON.stringify({ expiresIn: 60 }) });
  assert.equal(status, 200, text);
  await assertContent(second, `/storage/v1${JSON.parse(text).signedURL}`, "signed");
}

/** Two whole parts and a remainder, from the one, the other and the one. */
async function resumableUploads(first, second) {
  const started = new ResumableUpload(`${randomUUID()}.txt`, randomBytes(7 * MEGABYTE).toString("hex"));
  assert.equal(await started.create(first), 201, "a resumable upload");
  for (const [port, megabytes] of [[first, 5], [second, 6], [first, 3]]) {
    assert.equal(await started.send(port, megabytes * MEGABYTE), 204, "a part of a resumable upload");
  }
  await assertContent(second, objectPath(started.name), started.content);
}

/** A broadcast and a new row by way of the one reach a client of the other. */
async function messages(first, second) {
  const id = -Date.now();
  const told = new Set();
  // Other clients send and write at the same time.
  const tell = (kind) => (message) => message.id === id && told.add(kind);
  const listener = new Channel(second, SECRET_KEY, { received: tell("broadcast"), changed: tell("change") });
  const sender = new Channel(first, SECRET_KEY);
  try {
    await eventually("the channels are joined", () => listener.isJoined && sender.isJoined);
    sender.broadcast({ id });
    const headers = { ...HEADERS, "content-type": "application/json" };
    const written = await exchange(first, { method: "POST", path: "/rest/v1/drill", headers, body: JSON.stringify({ id }) });
    assert.equal(written.status, 201, written.text);
    await eventually("the other's client is told", () => told.size === 2);
  } finally {
    listener.close();
    sender.close();
  }
}
