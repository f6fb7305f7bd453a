// Reads that cost the backend much more than the client.
import { connect, head, isClosed, lightReads, request, sleep } from "../target.mjs";

const refused = async (path) => {
  const status = await request(path);
  return { came: `status ${status}`, held: status >= 400 && status < 500 };
};

const repeated = (item, times) => Array.from({ length: times }, (_, number) => `a${number}:${item}`).join(",");

const COSTLY = "/rest/v1/hotels?select=id&description=match.%5E(.*)(.*)(.*)(.*)%5C1%5C2%5C3%5C4%24";
const LARGE = `/rest/v1/hotels?select=${repeated("description", 15)},${repeated("hotel_reviews(*)", 15)}`;

export const reads = [
  { sent: "json_agg 300 times as a column", run: () => refused(`/rest/v1/hotels?select=${repeated("json_agg", 300)}`) },
  { sent: "array_agg, to_jsonb and count as columns", run: () => refused("/rest/v1/hotels?select=array_agg,to_jsonb,count") },
  { sent: "one column a thousand times", run: () => refused(`/rest/v1/hotels?select=${repeated("description", 1000)}`) },
  { sent: "one relation a hundred times", run: () => refused(`/rest/v1/hotels?select=${repeated("hotel_reviews(*)", 99)}`) },
  {
    sent: "12 large reads whose answers nobody reads",
    waits: true,
    run: async () => {
      const readers = Array.from({ length: 12 }, () => {
        const connection = connect();
        connection.socket.pause();
        connection.socket.write(head("GET", LARGE));
        return connection;
      });
      const others = await lightReads(20);
      // Unread data hides the close from the client, so it reads everything in the end.
      await sleep(45_000);
      for (const { socket } of readers) socket.resume();
      const closed = await Promise.all(readers.map(isClosed));
      const ended = closed.filter(Boolean).length;
      return { came: `reads: ${others.text}; ${ended} of 12 connections ended`, held: others.answered === 20 && ended === 12 };
    },
  },
  {
    sent: "30 costly regular expressions at once",
    run: async () => {
      const costly = Array.from({ length: 30 }, () => request(COSTLY, { timeout: 20_000 }));
      await sleep(300);
      const others = await lightReads(10);
      await Promise.all(costly);
      return { came: `light reads beside them: ${others.text}`, held: others.answered === 10 };
    },
  },
  {
    sent: "30 costly regular expressions whose clients close at once",
    run: async () => {
      for (let count = 0; count < 30; count++) {
        const connection = connect();
        connection.socket.write(head("GET", COSTLY), () => setTimeout(() => connection.socket.end(), 100));
      }
      await sleep(400);
      const others = await lightReads(10);
      return { came: `light reads after them: ${others.text}`, held: others.answered === 10 };
    },
  },
];
