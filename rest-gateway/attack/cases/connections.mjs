// Idle and slow connections, and malformed request heads.
import { connect, head, isClosed, sleep, statusOfRaw, isAlive } from "../target.mjs";

const LIGHT = head("GET", "/rest/v1/hotels?select=id&limit=1");

async function closes(bytes, every) {
  const connection = connect();
  connection.socket.write(bytes);
  const growing = every ? setInterval(() => connection.socket.writable && connection.socket.write(every), 1000) : undefined;
  const closed = await isClosed(connection);
  clearInterval(growing);
  return { came: closed ? "connection closed" : "connection stays open", held: closed };
}

const isRefused = (status) => ({ came: status ? `status ${status}` : "connection closed", held: status === 0 || (status >= 400 && status < 500) });

export const connections = [
  { sent: "nothing at all on a connection", waits: true, run: () => closes("") },
  { sent: "a request, then one byte of a second one", waits: true, run: () => closes(`${LIGHT}G`) },
  { sent: "a request, then a header that grows by a byte a second", waits: true, run: () => closes(`${LIGHT}GET / HTTP/1.1\r\nX: `, "x") },
  { sent: "a request, then empty lines", waits: true, run: () => closes(LIGHT, "\r\n") },
  { sent: "a request, then silence", waits: true, run: () => closes(LIGHT) },
  {
    sent: "a chunked body that never ends, to a path that reads none",
    waits: true,
    run: () => closes(head("POST", "/no/such/path", { "Transfer-Encoding": "chunked" }), "1\r\nx\r\n"),
  },
  { sent: "a header name of 65,536 bytes", run: async () => isRefused(await statusOfRaw(`GET / HTTP/1.1\r\nHost: a\r\n${"n".repeat(65_536)}: x\r\n\r\n`)) },
  { sent: "a head of one megabyte", run: async () => isRefused(await statusOfRaw(head("GET", "/", { X: "x".repeat(1_000_000) }))) },
  {
    sent: "a length and chunks at once",
    run: async () => isRefused(await statusOfRaw(`${head("POST", "/rest/v1/hotels", { "Content-Length": 5, "Transfer-Encoding": "chunked" })}0\r\n\r\n`)),
  },
  {
    sent: "400 connections that say nothing",
    run: async () => {
      const idle = Array.from({ length: 400 }, connect);
      await sleep(500);
      const held = await isAlive();
      for (const { socket } of idle) socket.destroy();
      return { came: held ? "others are answered" : "others are not answered", held };
    },
  },
];
