// Public functions. A backend without them answers 404, which counts as held.
import { connect, head, isClosed, lightReads, request, sleep } from "../target.mjs";

const FORM = "/functions/v1/submit-host-application";
const AUTH = "/functions/v1/user-auth";
const PAGE = "/functions/v1/hotel-pages/hotel-detail?id=1";
const isClientError = (status) => status >= 400 && status < 500;

const form = (parts) =>
  `${parts.map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join("")}--b--\r\n`;
const MULTIPART = { "Content-Type": "multipart/form-data; boundary=b" };

const register = (email, firstName) =>
  request(AUTH, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ action: "register", email, password: "secret-42", userData: { firstName, lastName: "Dumas" } }),
  });

export const functions = [
  {
    sent: "40 applications whose forms stop half-way",
    run: async () => {
      const forms = Array.from({ length: 40 }, () => {
        const connection = connect();
        connection.socket.write(`${head("POST", FORM, { ...MULTIPART, "Content-Length": 10_000_000 })}--b\r\n`);
        return connection;
      });
      await sleep(1500);
      const status = await request(FORM, { method: "POST", headers: MULTIPART, body: form([["first_name", "Ghjulia"]]), other: true });
      const reads = await lightReads(10);
      for (const { socket } of forms) socket.destroy();
      return { came: `another's form: ${status}; reads: ${reads.text}`, held: isClientError(status) && status !== 429 && reads.answered === 10 };
    },
  },
  {
    sent: "an e-mail address that adds recipients to a mailto: link",
    run: async () => {
      const status = await register("paul?bcc=a@exemple.fr&subject=b@exemple.fr", "Paul");
      return { came: `status ${status}`, held: isClientError(status) };
    },
  },
  {
    sent: "a name with characters that turn the direction of text",
    run: async () => {
      const status = await register("paul@exemple.fr", "Paul\u202e");
      return { came: `status ${status}`, held: isClientError(status) };
    },
  },
  {
    sent: "a document for a hotel's page that trickles, one byte a second",
    waits: true,
    run: async () => {
      const connection = connect();
      connection.socket.write(head("POST", PAGE, { "Content-Type": "text/html", "Content-Length": 100_000 }));
      const trickle = setInterval(() => connection.socket.writable && connection.socket.write(" "), 1000);
      const closed = await isClosed(connection);
      clearInterval(trickle);
      return { came: closed ? "connection closed" : "connection stays open", held: closed };
    },
  },
  {
    sent: "a document of 40 MB for a hotel's page",
    run: async () => {
      const status = await request(PAGE, { method: "POST", headers: { "Content-Type": "text/html" }, body: "<".repeat(40_000_000) });
      const reads = await lightReads(10);
      return { came: `${status ? `status ${status}` : "connection closed"}; reads: ${reads.text}`, held: (status === 0 || isClientError(status)) && reads.answered === 10 };
    },
  },
  {
    sent: "a body of 30 nested megabytes as JSON",
    run: async () => {
      const status = await request(AUTH, { method: "POST", headers: { "Content-Type": "application/json" }, body: "[".repeat(30_000_000) });
      return { came: status ? `status ${status}` : "connection closed", held: status === 0 || isClientError(status) };
    },
  },
];
