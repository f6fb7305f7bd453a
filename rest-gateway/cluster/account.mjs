// An account and its session, of which each call may go to another gateway.
import { randomInt, randomUUID } from "node:crypto";
import { PUBLISHABLE_KEY, SECRET_KEY } from "./gateways.mjs";
import { exchange } from "./traffic.mjs";

const PASSWORD = randomUUID();

/** Posts JSON, as a client of an address of its own: one address has a limit of requests. */
function post(port, path, headers, body) {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const more = { "content-type": "application/json", "x-forwarded-for": address };
  return exchange(port, { method: "POST", path, headers: { ...headers, ...more }, body: JSON.stringify(body) });
}

export class Account {
  constructor(email) {
    this.email = email;
  }

  /** Creates an account and signs it in. */
  static async create(port) {
    const account = new Account(`${randomUUID()}@example.org`);
    const headers = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` };
    const created = await post(port, "/auth/v1/admin/users", headers, { email: account.email, password: PASSWORD, email_confirm: true });
    if (created.status !== 200) throw new Error(`no account: ${created.status} ${created.text}`);
    const status = await account.signIn(port);
    if (status !== 200) throw new Error(`no session: ${status}`);
    return account;
  }

  /** The headers of a request with the session's access token. */
  get headers() {
    return { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${this.session.access_token}` };
  }

  signIn(port) {
    return this.getSession(port, "password", { email: this.email, password: PASSWORD });
  }

  refresh(port) {
    return this.getSession(port, "refresh_token", { refresh_token: this.session.refresh_token });
  }

  /** Keeps the session of the answer. Resolves to the status. */
  async getSession(port, grant, body) {
    const { status, text } = await post(port, `/auth/v1/token?grant_type=${grant}`, { apikey: PUBLISHABLE_KEY }, body);
    if (status === 200) this.session = JSON.parse(text);
    return status;
  }

  /** Reads the account by its access token, which auth looks up. Resolves to the status. */
  async readUser(port) {
    return (await exchange(port, { method: "GET", path: "/auth/v1/user", headers: this.headers })).status;
  }

  /** Ends the session. Resolves to the status. */
  async signOut(port) {
    return (await post(port, "/auth/v1/logout?scope=local", this.headers, {})).status;
  }
}
