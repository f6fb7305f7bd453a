// The backend under attack, over raw sockets and over HTTP.
import http from "node:http";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";

const { SUPABASE_URL, SUPABASE_ANON_KEY } = process.env;
if (!SUPABASE_URL || !SUPABASE_ANON_KEY) {
  console.error('set SUPABASE_URL and SUPABASE_ANON_KEY, as by: eval "$(target/up/rest-gateway status -o env)"');
  process.exit(2);
}

export const url = new URL(SUPABASE_URL);
export const key = SUPABASE_ANON_KEY;
const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));

/** Longer than every timeout of the backend. */
const TIMEOUT_MS = 100_000;

/** A connection that collects what it receives. */
export function connect() {
  const socket =
    url.protocol === "https:" ? tls.connect({ host: url.hostname, port, servername: url.hostname }) : net.connect({ host: url.hostname, port });
  const connection = { socket, received: "", closed: false };
  connection.end = new Promise((done) => {
    socket.on("close", () => {
      connection.closed = true;
      done();
    });
  });
  socket.on("error", () => {});
  socket.on("data", (data) => {
    if (connection.received.length < 100_000) connection.received += data.toString("latin1");
  });
  return connection;
}

export const head = (method, path, headers = {}) =>
  [`${method} ${path} HTTP/1.1`, `Host: ${url.host}`, `apikey: ${key}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Whether the server closes the connection by itself. */
export async function isClosed(connection) {
  await Promise.race([connection.end, sleep(TIMEOUT_MS)]);
  const { closed } = connection;
  connection.socket.destroy();
  return closed;
}

export function statusOf(connection) {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(connection.received)?.[1] ?? 0);
}

/** Sends a raw request and returns the status of the response, 0 if there is none. */
export async function statusOfRaw(text) {
  const connection = connect();
  connection.socket.write(text);
  const since = Date.now();
  while (!statusOf(connection) && !connection.closed && Date.now() - since < TIMEOUT_MS) await sleep(20);
  connection.socket.destroy();
  return statusOf(connection);
}

/** On loopback, another address stands for another client. */
const OTHER_ADDRESS = /^(localhost|127\.)/.test(url.hostname) ? "127.0.0.2" : undefined;

/** The status of the response, 0 if there is none. `other`: as another client than the attacker. */
export const request = async (path, options) => (await respond(path, options)).status;

/** The response with status, headers and the beginning of its text. The status is 0 if there is none. */
export function respond(path, { method = "GET", headers = {}, body, timeout = TIMEOUT_MS, other = false } = {}) {
  const none = { status: 0, headers: {}, text: "" };
  const { request: open } = url.protocol === "https:" ? https : http;
  return new Promise((done) => {
    const outgoing = open(new URL(path, url), {
      method,
      headers: { apikey: key, ...headers },
      agent: false,
      signal: AbortSignal.timeout(timeout),
      ...(other && { localAddress: OTHER_ADDRESS, family: OTHER_ADDRESS && 4 }),
    });
    outgoing.on("error", () => done(none));
    outgoing.on("response", (answer) => {
      let text = "";
      answer.on("data", (data) => {
        if (text.length < 100_000) text += data.toString("latin1");
      });
      answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers, text }));
      answer.on("error", () => done(none));
    });
    outgoing.end(body);
  });
}

export const LIGHT = "/rest/v1/hotels?select=id&limit=1";

export const isAlive = async () => (await request(LIGHT, { other: true })) === 200;

/** Sequential light reads by another client. */
export async function lightReads(number) {
  const statuses = new Map();
  for (let count = 0; count < number; count++) {
    const status = await request(LIGHT, { other: true });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return { answered: statuses.get(200) ?? 0, text: [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ") };
}
