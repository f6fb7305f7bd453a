// Request bodies that are announced and not sent, or too slowly.
import { connect, head, isClosed, lightReads, request, sleep, statusOfRaw } from "../target.mjs";

const TABLE = "/rest/v1/user_searches";
const JSON_BODY = { "Content-Type": "application/json" };

/** Connections that send most of a large body and pause. */
async function stalled(number, path, headers, length, part) {
  const connections = Array.from({ length: number }, () => {
    const connection = connect();
    connection.socket.write(head("POST", path, { ...headers, "Content-Length": length }) + part);
    return connection;
  });
  await sleep(1500);
  return connections;
}

export const bodies = [
  {
    sent: "a body of 100 GB, announced",
    run: async () => {
      const status = await statusOfRaw(head("POST", TABLE, { ...JSON_BODY, "Content-Length": 100_000_000_000 }));
      return { came: `status ${status}`, held: [401, 403, 413].includes(status) };
    },
  },
  {
    sent: "a forged token and the head of a body",
    run: async () => {
      const status = await statusOfRaw(head("POST", TABLE, { ...JSON_BODY, Authorization: "Bearer a.b.c", "Content-Length": 1000 }));
      return { came: `status ${status}`, held: status === 401 };
    },
  },
  {
    sent: "a body that trickles, one byte a second",
    waits: true,
    run: async () => {
      const connection = connect();
      connection.socket.write(head("POST", TABLE, { ...JSON_BODY, "Content-Length": 10_000 }));
      const trickle = setInterval(() => connection.socket.writable && connection.socket.write(" "), 1000);
      const closed = await isClosed(connection);
      clearInterval(trickle);
      return { came: closed ? "connection closed" : "connection stays open", held: closed };
    },
  },
  {
    sent: "40 uploads of 15 MB that pause before their end",
    run: async () => {
      const uploads = await stalled(40, TABLE, JSON_BODY, 15_000_000, " ".repeat(1_000_000));
      const small = await request(TABLE, { method: "POST", headers: JSON_BODY, body: "{}", other: true });
      const reads = await lightReads(20);
      for (const { socket } of uploads) socket.destroy();
      return { came: `a small write: ${small}; reads: ${reads.text}`, held: small !== 503 && small !== 0 && reads.answered === 20 };
    },
  },
];
