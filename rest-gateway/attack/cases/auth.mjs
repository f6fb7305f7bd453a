// The auth service: slow bodies, floods, forged tokens and hostile texts.
import { createHmac, randomUUID } from "node:crypto";
import { connect, head, isClosed, lightReads, request, respond } from "../target.mjs";

const SIGN_IN = "/auth/v1/token?grant_type=password";
const SIGN_UP = "/auth/v1/signup";
const JSON_BODY = { "Content-Type": "application/json" };
const PASSWORD = "secret-42";
const isClientError = (status) => status >= 400 && status < 500;

/** One account for all attacks on the same backend. */
const email = `attack-${randomUUID()}@example.com`;
const credentials = (of) => JSON.stringify({ email: of, password: PASSWORD });
const post = (path, body, more) => request(path, { method: "POST", headers: JSON_BODY, body, ...more });

/** Whether the server ends a request whose body keeps growing by a few bytes a second. */
async function growing(path, headers, bytes) {
  const connection = connect();
  connection.socket.write(head("POST", path, { ...JSON_BODY, ...headers }));
  const trickle = setInterval(() => connection.socket.writable && connection.socket.write(bytes), 1000);
  const closed = await isClosed(connection);
  clearInterval(trickle);
  return { came: closed ? "connection closed" : "connection stays open", held: closed };
}

const part = (value) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** A token with an administrator's claims. `secret` undefined: without a signature. */
function forged(header, secret) {
  const claims = { role: "service_role", sub: randomUUID(), aud: "authenticated", iat: 1, exp: 4_102_444_800 };
  const signed = `${part({ typ: "JWT", ...header })}.${part(claims)}`;
  return `${signed}.${secret === undefined ? "" : createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

/** The statuses of a token where a person's and where an administrator's is needed. */
async function withToken(token) {
  const headers = { Authorization: `Bearer ${token}` };
  return Promise.all(["/auth/v1/user", "/auth/v1/admin/users", "/rest/v1/hotels?select=id&limit=1"].map((path) => request(path, { headers })));
}

async function refusesTokens(tokens) {
  const statuses = (await Promise.all(tokens.map(withToken))).flat();
  return { came: `statuses ${[...new Set(statuses)].join(", ")}`, held: statuses.every((status) => status === 401 || status === 403) };
}

/** The published keys as texts that an attacker may take for a shared secret. */
async function publicKeysAsSecrets() {
  const { status, text } = await respond("/auth/v1/.well-known/jwks.json");
  if (status !== 200) return [];
  return JSON.parse(text).keys.flatMap((jwk) => {
    const members = [jwk.x, jwk.y, jwk.n].filter(Boolean);
    const secrets = [...members, ...members.map((member) => Buffer.from(member, "base64url")), JSON.stringify(jwk)];
    return secrets.map((secret) => ({ kid: jwk.kid, secret }));
  });
}

const FOREIGN_PAGES = ["https://evil.example/", "//evil.example", "https:/\\\\evil.example", "javascript:alert(1)", "https://127.0.0.1@evil.example/", "data:text/html,x"];

/** Where a link that is not valid leads: `site`, `limited` if it is not followed any more, or another page. */
async function destination(page) {
  const path = `/auth/v1/verify?token=none&type=signup&redirect_to=${encodeURIComponent(page)}`;
  const { status, headers } = await respond(path, { other: true });
  if (status === 429) return "limited";
  const location = headers.location ?? "";
  const isPage = /^https?:\/\//.test(location) && !location.includes("@");
  return isPage && new URL(location).hostname !== "evil.example" ? "site" : location;
}

export const auth = [
  { sent: "a sign-in whose body trickles, one byte a second", waits: true, run: () => growing(SIGN_IN, { "Content-Length": 10_000 }, " ") },
  { sent: "a sign-up in chunks that never end", waits: true, run: () => growing(SIGN_UP, { "Transfer-Encoding": "chunked" }, "1\r\n \r\n") },
  {
    sent: "60 sign-ups of one address at once",
    run: async () => {
      const flood = Array.from({ length: 60 }, () => post(SIGN_UP, credentials(email), { timeout: 60_000 }));
      const reads = await lightReads(10);
      const another = await post(SIGN_UP, credentials(`other-${email}`), { other: true, timeout: 60_000 });
      const statuses = await Promise.all(flood);
      const limited = statuses.filter((status) => status === 429 || status === 503).length;
      const answered = statuses.every((status) => [200, 422, 429, 503].includes(status));
      return { came: `${limited} limited; another's: ${another}; reads: ${reads.text}`, held: answered && another === 200 && reads.answered === 10 };
    },
  },
  {
    sent: "links that lead to pages of somebody else",
    run: async () => {
      const destinations = await Promise.all(FOREIGN_PAGES.map(destination));
      const elsewhere = destinations.filter((to) => to !== "site" && to !== "limited").length;
      return { came: `${destinations.filter((to) => to === "site").length} lead to the site, ${elsewhere} elsewhere`, held: elsewhere === 0 };
    },
  },
  {
    sent: "60 guesses of the code of a mail",
    run: async () => {
      const guess = (number, other) => post("/auth/v1/verify", JSON.stringify({ type: "recovery", email, token: String(100_000 + number) }), { other });
      const statuses = await Promise.all(Array.from({ length: 60 }, (_, number) => guess(number, false)));
      const limited = statuses.filter((status) => status === 429).length;
      const another = await guess(0, true);
      return { came: `${limited} limited; another's: ${another}`, held: statuses.every(isClientError) && limited > 0 && another === 403 };
    },
  },
  { sent: "tokens without a signature", run: () => refusesTokens(["none", "None", "NONE", "HS256", "ES256"].map((alg) => forged({ alg }))) },
  { sent: "tokens of another key", run: () => refusesTokens([forged({ alg: "HS256" }, "another secret of 32 characters"), forged({ alg: "HS256" }, "")]) },
  {
    sent: "tokens signed with the public key as a secret",
    run: async () => {
      const keys = await publicKeysAsSecrets();
      return refusesTokens(keys.map(({ kid, secret }) => forged({ alg: "HS256", kid }, secret)));
    },
  },
  {
    sent: "a sign-in of a deeply nested megabyte",
    run: async () => {
      const bodies = ["[".repeat(1_000_000), `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, `{"data":${"[".repeat(400_000)}${"]".repeat(400_000)}}`];
      const statuses = await Promise.all(bodies.map((body) => post(SIGN_IN, body)));
      return { came: `statuses ${statuses.join(", ")}`, held: statuses.every(isClientError) };
    },
  },
  {
    sent: "NUL characters in every field",
    run: async () => {
      const nul = "a\0b";
      const bodies = [
        { email: `${nul}@example.com`, password: PASSWORD },
        { email, password: `${PASSWORD}${nul}` },
        { email: `nul-${email}`, password: PASSWORD, data: { name: nul } },
        { email: `nul-${email}`, password: PASSWORD, data: { [nul]: 1 } },
      ];
      const statuses = await Promise.all(bodies.flatMap((body) => [SIGN_UP, SIGN_IN].map((path) => post(path, JSON.stringify(body)))));
      return { came: `statuses ${[...new Set(statuses)].join(", ")}`, held: statuses.every(isClientError) };
    },
  },
  {
    sent: "metadata of two megabytes",
    run: async () => {
      const status = await post(SIGN_UP, JSON.stringify({ email: `large-${email}`, password: PASSWORD, data: { text: "x".repeat(2_000_000) } }));
      return { came: status ? `status ${status}` : "connection closed", held: status === 0 || isClientError(status) };
    },
  },
  {
    sent: "forged answers to challenges of passkeys and factors",
    run: async () => {
      // Without a session where addresses must be confirmed: the answers are rejected before they are read.
      const { text } = await respond(SIGN_UP, { method: "POST", headers: JSON_BODY, body: credentials(`person-${email}`) });
      const headers = { ...JSON_BODY, Authorization: `Bearer ${JSON.parse(text).access_token}` };
      const credential = { id: "AQID", rawId: "AQID", type: "public-key", response: { clientDataJSON: part({ type: "webauthn.get", challenge: "AQID", origin: "https://evil.example" }), authenticatorData: "AA", attestationObject: part("\u00a3fmt".repeat(20_000)), signature: "AA", userHandle: "" } };
      const enrolled = await respond("/auth/v1/factors", { method: "POST", headers, body: JSON.stringify({ factor_type: "totp" }) });
      const id = JSON.parse(enrolled.text).id;
      const answers = [{}, [], { challenge_id: randomUUID(), credential }, { challenge_id: "' or 1=1 --", code: "000000" }, { challenge_id: randomUUID(), code: "0".repeat(100_000) }];
      const factors = [id, randomUUID(), "..%2F..%2Fadmin", "%27%20or%201=1"].map((of) => `/auth/v1/factors/${of}/verify`);
      const paths = ["/auth/v1/passkeys/authentication/verify", "/auth/v1/passkeys/registration/verify", ...factors];
      const requests = paths.flatMap((path) => answers.map((answer) => request(path, { method: "POST", headers, body: JSON.stringify(answer) })));
      const statuses = await Promise.all(requests);
      return { came: `statuses ${[...new Set(statuses)].join(", ")}`, held: statuses.every(isClientError) };
    },
  },
];
