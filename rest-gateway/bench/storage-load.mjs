// The clients of `storage.mjs`, a process of their own. Each has an address and a connection, on which it sends its requests one
// after the other, without pipelining. Bodies are made of one buffer, and those of answers are counted and dropped, so that the clients
// cost little next to what they measure.
//
// Reads a job as JSON from standard input: `port`, and for each client a list of requests with `method`, `path`, `headers`,
// and `length` of a generated body or `body` as text. Clients repeat their lists for `seconds`, or send them once if it is
// missing. Prints `seconds` until the last answer, `requests`, `p50` and `p99` in ms, and the first `failed` answer.
//
// `storage-load.mjs sink` instead serves an answer of ?bytes=N to every request, and prints its port: with such a server,
// the clients measure themselves.
import { connect, createServer } from "node:net";
import { pathToFileURL } from "node:url";
import { text } from "node:stream/consumers";

/** Bodies repeat these bytes. */
export const BLOCK = Buffer.from(Array.from({ length: 1 << 20 }, (_, at) => (at * 31 + (at >> 8)) % 251));
const WARM_UP_MS = 300;

async function run({ port, clients, seconds }) {
  const connections = await Promise.all(clients.map((_, client) => Connection.open(port, client)));
  const everybody = (until, times) => Promise.all(clients.map((requests, client) => send(connections[client], requests, until, times)));
  if (seconds > 0) await everybody(performance.now() + WARM_UP_MS, []);
  const times = [];
  const began = performance.now();
  const failed = await everybody(seconds > 0 ? began + seconds * 1000 : undefined, times);
  const took = (performance.now() - began) / 1000;
  for (const connection of connections) connection.end();
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.floor((times.length - 1) * share)];
  return { seconds: took, requests: times.length, p50: at(0.5), p99: at(0.99), failed: failed.find(Boolean) };
}

/** Sends a client's requests; again and again until a time, if there is one. Returns the first failed answer. */
async function send(connection, requests, until, times) {
  do {
    for (const request of requests) {
      const began = performance.now();
      const { status, body } = await connection.exchange(request);
      times.push(performance.now() - began);
      if (status >= 300) return `${request.method} ${request.path.split("?")[0]}: ${status} ${body}`;
      if (until !== undefined && performance.now() >= until) return undefined;
    }
  } while (until !== undefined);
  return undefined;
}

class Connection {
  static open(port, client) {
    return new Promise((done, failed) => {
      const connection = new Connection();
      // One buffer for all that arrives.
      const onread = { buffer: Buffer.allocUnsafe(256 * 1024), callback: (length, buffer) => connection.#received(buffer.subarray(0, length)) };
      connection.socket = connect({ port, host: "127.0.0.1", localAddress: `127.0.0.${client + 1}`, noDelay: true, onread }, () => done(connection));
      connection.socket.on("error", failed);
      connection.socket.on("close", () => connection.waiting?.reject(new Error("the server closed the connection")));
    });
  }

  /** Sends a request, and resolves with the status and the first bytes of the body of its answer. */
  async exchange(request) {
    const answered = new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
    this.head = Buffer.alloc(0);
    this.answer = undefined;
    const length = request.body === undefined ? (request.length ?? 0) : Buffer.byteLength(request.body);
    const lines = Object.entries({ Host: `127.0.0.1:${this.socket.remotePort}`, ...request.headers, "Content-Length": length });
    this.socket.write(`${request.method} ${request.path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${request.body ?? ""}`);
    for (let left = request.body === undefined ? length : 0; left > 0 && !this.answer; left -= BLOCK.length) {
      const more = this.socket.write(left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK);
      if (!more) await Promise.race([new Promise((drained) => this.socket.once("drain", drained)), answered]);
    }
    return answered;
  }

  end() {
    this.waiting = undefined;
    this.socket.destroy();
  }

  #received(bytes) {
    if (!this.answer) {
      this.head = Buffer.concat([this.head, bytes]);
      const end = this.head.indexOf("\r\n\r\n");
      if (end < 0) return true;
      const head = this.head.toString("latin1", 0, end).toLowerCase();
      const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
      this.answer = { status: Number(head.slice(9, 12)), left: length === undefined ? undefined : Number(length), body: "", tail: "" };
      if (this.answer.left === undefined && !head.includes("transfer-encoding: chunked")) this.answer.left = 0;
      bytes = this.head.subarray(end + 4);
    }
    const { answer } = this;
    if (answer.status >= 300) answer.body = (answer.body + bytes.toString("utf8")).slice(0, 300);
    if (answer.left === undefined) answer.tail = (answer.tail + bytes.toString("latin1", Math.max(0, bytes.length - 5))).slice(-5);
    else answer.left -= bytes.length;
    if (answer.left === undefined ? answer.tail === "0\r\n\r\n" : answer.left <= 0) this.waiting?.resolve(answer);
    return true;
  }
}

/** A server that reads a request's body and answers with the number of bytes that its query names. */
function serveSink() {
  const server = createServer({ noDelay: true }, (socket) => {
    let head = "";
    let left;
    socket.on("error", () => socket.destroy());
    socket.on("data", async (bytes) => {
      if (left === undefined) {
        head += bytes.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4);
      } else left -= bytes.length;
      if (left > 0) return;
      const wanted = Number(/bytes=(\d+)/.exec(head)?.[1] ?? 0);
      head = "";
      left = undefined;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${wanted}\r\n\r\n`);
      for (let rest = wanted; rest > 0; rest -= BLOCK.length) {
        const more = socket.write(rest < BLOCK.length ? BLOCK.subarray(0, rest) : BLOCK);
        if (!more) await new Promise((drained) => socket.once("drain", drained));
      }
    });
  });
  server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: server.address().port })));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv[2] === "sink") serveSink();
  else console.log(JSON.stringify(await run(JSON.parse(await text(process.stdin)))));
}
