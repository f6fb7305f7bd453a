// Uploads and image transformations.
import { lightReads, request } from "../target.mjs";

const PICTURE = "/storage/v1/render/image/public/hotel-images/villa-1.webp";
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export const storage = [
  {
    sent: "a form with a file of 8 bytes, a PNG's signature",
    run: async () => {
      const body = Buffer.concat([
        Buffer.from('--b\r\nContent-Disposition: form-data; name=""; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'),
        PNG_SIGNATURE,
        Buffer.from("\r\n--b--\r\n"),
      ]);
      const headers = { "Content-Type": "multipart/form-data; boundary=b" };
      const status = await request("/storage/v1/object/hotel-images/attack.png", { method: "POST", headers, body });
      return { came: `status ${status}`, held: status >= 400 && status < 500 };
    },
  },
  {
    sent: "150 sizes of one picture at once",
    run: async () => {
      const sizes = Array.from({ length: 150 }, (_, number) => request(`${PICTURE}?width=${200 + number}&height=${900 - number}`, { timeout: 60_000 }));
      const reads = await lightReads(10);
      const cheap = await request(`${PICTURE}?width=32`, { other: true });
      const statuses = await Promise.all(sizes);
      const failed = statuses.filter((status) => status >= 500 && status !== 503).length;
      const refused = statuses.filter((status) => status === 429 || status === 503).length;
      const held = failed === 0 && reads.answered === 10 && [200, 400, 404].includes(cheap);
      return { came: `${refused} refused, ${failed} failed; another's small picture: ${cheap}; reads: ${reads.text}`, held };
    },
  },
  {
    sent: "a path that leaves its bucket",
    run: async () => {
      const status = await request("/storage/v1/object/public/hotel-images/..%2F..%2Fhost-applications%2Fa");
      return { came: `status ${status}`, held: status >= 400 && status < 500 };
    },
  },
];
