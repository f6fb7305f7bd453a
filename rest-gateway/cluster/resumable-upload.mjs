// An upload by TUS, of which each request may go to another gateway.
import { SECRET_KEY } from "./gateways.mjs";
import { exchange, OBJECTS } from "./traffic.mjs";

const HEADERS = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}`, "tus-resumable": "1.0.0" };
const base64 = (text) => Buffer.from(text).toString("base64");

export class ResumableUpload {
  constructor(name, content) {
    Object.assign(this, { name, content, offset: 0 });
  }

  get isComplete() {
    return this.offset === this.content.length;
  }

  /** Resolves to the status. */
  async create(port) {
    const metadata = Object.entries({ bucketName: OBJECTS, objectName: this.name, contentType: "text/plain" });
    const headers = {
      ...HEADERS,
      "upload-length": this.content.length,
      "upload-metadata": metadata.map(([key, value]) => `${key} ${base64(value)}`).join(","),
    };
    const created = await exchange(port, { method: "POST", path: "/storage/v1/upload/resumable", headers });
    // The address is the public one.
    if (created.status === 201) this.path = new URL(created.headers.location).pathname;
    return created.status;
  }

  /** Sends the next part. Resolves to the status. */
  async send(port, length) {
    const part = this.content.slice(this.offset, this.offset + length);
    const headers = { ...HEADERS, "upload-offset": this.offset, "content-type": "application/offset+octet-stream" };
    const { status } = await exchange(port, { method: "PATCH", path: this.path, headers, body: part });
    if (status === 204) this.offset += part.length;
    return status;
  }
}
