// A channel of Realtime that joins again after each loss of its connection, as supabase-js does.
import { pause } from "./programs.mjs";

/** Between two attempts, in milliseconds. */
const RECONNECT = 100;
const HEARTBEAT = 15_000;
const TOPIC = "realtime:drill";

export class Channel {
  /** `received` is called with the payload of each broadcast, `changed` with each new row of the table. */
  constructor(port, key, { received = () => {}, changed } = {}) {
    this.url = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`;
    this.received = received;
    this.changed = changed;
    // One for each time that it was joined: since when, and the ids of the new rows that it was told.
    this.subscriptions = [];
    this.ref = 0;
    this.connect();
  }

  connect() {
    this.isJoined = false;
    this.socket = new WebSocket(this.url);
    this.socket.addEventListener("open", () => this.join());
    this.socket.addEventListener("message", ({ data }) => this.take(JSON.parse(data)));
    this.socket.addEventListener("error", () => {});
    this.socket.addEventListener("close", async () => {
      this.isJoined = false;
      clearInterval(this.heartbeat);
      await pause(RECONNECT);
      if (!this.isClosed) this.connect();
    });
  }

  join() {
    const postgres_changes = this.changed ? [{ event: "INSERT", schema: "public", table: "drill" }] : [];
    this.push("phx_join", { config: { broadcast: { self: false, ack: false }, presence: { key: "" }, postgres_changes } });
    this.heartbeat = setInterval(() => this.push("heartbeat", {}, "phoenix"), HEARTBEAT);
  }

  take({ event, payload, topic }) {
    if (topic !== TOPIC) return;
    const isSubscribed = event === "system" && payload.extension === "postgres_changes" && payload.status === "ok";
    if (isSubscribed) this.subscriptions.push({ since: performance.now(), told: new Set() });
    if (isSubscribed || (!this.changed && event === "phx_reply" && payload.status === "ok")) this.isJoined = true;
    if (event === "phx_error" || event === "phx_close") this.socket.close();
    if (event === "broadcast") this.received(payload.payload);
    if (event === "postgres_changes") {
      const row = payload.data.record;
      this.subscriptions.at(-1)?.told.add(row.id);
      this.changed?.(row);
    }
  }

  /** Sends a broadcast. False while there is no channel. */
  broadcast(payload) {
    if (this.isJoined) this.push("broadcast", { type: "broadcast", event: "drill", payload });
    return this.isJoined;
  }

  push(event, payload, topic = TOPIC) {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ topic, event, payload, ref: String(++this.ref), join_ref: "1" }));
  }

  close() {
    this.isClosed = true;
    clearInterval(this.heartbeat);
    this.socket.close();
  }
}
