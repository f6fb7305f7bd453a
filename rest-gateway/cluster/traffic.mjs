// Requests and broadcasts of clients during a drill. Counts what fails, and remembers each write that was acknowledged.
import { Agent, request } from "node:http";
import { Channel } from "./channel.mjs";
import { sql } from "./postgres.mjs";
import { eventually, pause } from "./programs.mjs";
import { watchStalls } from "./stalls.mjs";

/** Between the requests of one client, in milliseconds. */
const PAUSE = 10;
/** Clients of each kind of request. */
export const CLIENTS = 4;
const TIMEOUT = 30_000;
/** How long a broadcast may take, in milliseconds. */
const BROADCAST_TIMEOUT = 2000;
/** How long the last changes may take after the last write, in milliseconds. */
const CHANGES_TIMEOUT = 10_000;
/** The bucket of uploads. */
export const OBJECTS = "drill";

/** The table and the bucket of the clients, and a function that says which server of Postgres answers. */
export function prepareTraffic() {
  sql(`create table public.drill (id bigint primary key);
    grant select, insert on public.drill to service_role;
    alter table public.drill enable row level security;
    alter publication supabase_realtime add table public.drill;
    create function public.is_replica() returns boolean stable language sql as 'select pg_is_in_recovery()';
    grant execute on function public.is_replica() to service_role;
    insert into storage.buckets (id, name) values ('${OBJECTS}', '${OBJECTS}')`);
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** Sends a request. Resolves to the status, or to the code of the error. */
export async function send(port, options) {
  return (await exchange(port, options)).status;
}

/** Sends a request. Resolves to the status, or to the code of the error, with the headers and the body of the response. */
export function exchange(port, { method, path, headers, body }) {
  return new Promise((done) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent, timeout: TIMEOUT }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => (text += part));
      response.once("end", () => done({ status: response.statusCode, headers: response.headers, text }));
      response.once("error", () => done({ status: "ECUT" }));
    });
    sent.once("timeout", () => sent.destroy(Object.assign(new Error(), { code: "ETIMEDOUT" })));
    sent.once("error", (error) => done({ status: error.code }));
    sent.end(body);
  });
}

/** The status of a failure with its error code, if the body has one. */
function withCode({ status, text }) {
  const code = /"code":"(\w+)"/.exec(text ?? "")?.[1];
  return code ? `${status} ${code}` : status;
}

/** Where an object of the bucket is downloaded. */
export const objectPath = (name) => `/storage/v1/object/authenticated/${OBJECTS}/${name}`;

/** The clients of one drill. */
export class Traffic {
  static nextId = 1;

  /** `port` is that of the load balancer, `key` a secret key. `more`: further kinds of requests, which return statuses. */
  constructor(port, key, more = {}) {
    this.port = port;
    this.headers = { apikey: key, authorization: `Bearer ${key}` };
    this.written = [];
    // When each acknowledged write was sent and acknowledged.
    this.times = new Map();
    this.uploads = [];
    this.changed = new Set();
    this.pending = new Map();
    const listeners = { received: ({ id }) => this.pending.get(id)?.(), changed: ({ id }) => this.changed.add(id) };
    this.listeners = Array.from({ length: CLIENTS }, () => new Channel(port, key, listeners));
    this.senders = Array.from({ length: CLIENTS }, () => new Channel(port, key));
    this.kinds = { write: this.write, read: this.read, "read own": this.readOwn, upload: this.upload, download: this.download, broadcast: this.broadcast, ...more };
    this.counts = Object.fromEntries(Object.keys(this.kinds).map((kind) => [kind, { ok: 0, failed: 0, failures: {}, longestGap: 0 }]));
  }

  async start() {
    await eventually("the channels are joined", () => [...this.listeners, ...this.senders].every(({ isJoined }) => isJoined));
    const clients = Array.from({ length: CLIENTS }, (_, index) => index);
    this.ended = Promise.all(Object.keys(this.kinds).flatMap((kind) => clients.map((index) => this.client(kind, index))));
    this.watching = watchStalls(this.counts.write, () => this.isStopping);
  }

  async stop() {
    this.isStopping = true;
    await this.ended;
    this.stalls = await this.watching;
    for (const since = Date.now(); this.missingChanges() > 0 && Date.now() - since < CHANGES_TIMEOUT; await pause(50));
    for (const channel of [...this.listeners, ...this.senders]) channel.close();
  }

  async client(kind, index) {
    const count = this.counts[kind];
    count.lastSuccess ??= performance.now();
    while (!this.isStopping) {
      const status = await this.kinds[kind].call(this, index);
      if (status >= 200 && status < 300) {
        count.ok++;
        count.longestGap = Math.max(count.longestGap, performance.now() - count.lastSuccess);
        count.lastSuccess = performance.now();
      } else {
        count.failed++;
        count.failures[status] = (count.failures[status] ?? 0) + 1;
      }
      await pause(PAUSE);
    }
  }

  async write() {
    const id = Traffic.nextId++;
    const headers = { ...this.headers, "content-type": "application/json" };
    const sent = performance.now();
    const written = await exchange(this.port, { method: "POST", path: "/rest/v1/drill", headers, body: JSON.stringify({ id }) });
    if (written.status !== 201) return withCode(written);
    this.written.push(id);
    this.times.set(id, { sent, acknowledged: performance.now() });
    this.lastWritten = { id, position: written.headers["x-commit-lsn"] };
    return 201;
  }

  /** Reads a row that was just written, from whichever server. Positions are told where there are replicas. */
  async readOwn() {
    if (!this.lastWritten) return this.read();
    const { id, position } = this.lastWritten;
    const headers = position ? { ...this.headers, "x-commit-lsn": position } : this.headers;
    const { status, text } = await exchange(this.port, { method: "GET", path: `/rest/v1/drill?select=id&id=eq.${id}`, headers });
    return status === 200 && text !== JSON.stringify([{ id }]) ? "stale" : status;
  }

  read() {
    return send(this.port, { method: "GET", path: "/rest/v1/drill?select=id&order=id.desc&limit=10", headers: this.headers });
  }

  async upload() {
    const name = `${Traffic.nextId++}.txt`;
    const headers = { ...this.headers, "content-type": "text/plain" };
    const status = await send(this.port, { method: "POST", path: `/storage/v1/object/${OBJECTS}/${name}`, headers, body: name });
    if (status === 200) this.uploads.push(name);
    return status;
  }

  /** Downloads what was uploaded last. */
  async download() {
    const name = this.uploads.at(-1);
    if (!name) return this.read();
    const { status, text } = await exchange(this.port, { method: "GET", path: objectPath(name), headers: this.headers });
    return status === 200 && text !== name ? "other bytes" : status;
  }

  /** Sends a message by one connection, which any other must receive, on whichever gateway it is. */
  async broadcast(index) {
    const id = Traffic.nextId++;
    const received = new Promise((done) => this.pending.set(id, () => done(200)));
    const isSent = this.senders[index].broadcast({ id });
    const outcome = isSent ? await Promise.race([received, pause(BROADCAST_TIMEOUT).then(() => "not received")]) : "no channel";
    this.pending.delete(id);
    if (!isSent) await pause(100);
    return outcome;
  }

  /** Acknowledged writes that no listener was told about. Nothing tells a client what happened while it was not connected. */
  missingChanges() {
    return this.written.filter((id) => !this.changed.has(id)).length;
  }

  /** Acknowledged writes that a listener was not told about although it was subscribed before, and was told about later ones. */
  skippedChanges() {
    const skipped = new Set();
    for (const { since, told } of this.listeners.flatMap(({ subscriptions }) => subscriptions)) {
      const lastTold = Math.max(...Array.from(told, (id) => this.times.get(id)?.sent ?? 0));
      for (const [id, { sent, acknowledged }] of this.times) {
        if (sent > since && acknowledged < lastTold && !told.has(id)) skipped.add(id);
      }
    }
    return skipped.size;
  }
}
