// Presigned S3 URLs (Signature Version 4), without an SDK.
import { createHash, createHmac } from "node:crypto";

/** The path and the query of a request to a bucket in path style, signed for an hour. */
export function presign({ method, host, path, query = {}, keyId, secret, region = "us-east-1" }) {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const parameters = {
    ...query,
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Credential": `${keyId}/${scope}`,
    "X-Amz-Date": time,
    "X-Amz-Expires": "3600",
    "X-Amz-SignedHeaders": "host",
  };
  const pairs = Object.entries(parameters).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const canonicalQuery = pairs.sort().join("&");
  const canonical = [method, path, canonicalQuery, `host:${host}`, "", "host", "UNSIGNED-PAYLOAD"].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", time, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const key = scope.split("/").reduce((key, part) => createHmac("sha256", key).update(part).digest(), `AWS4${secret}`);
  return `${path}?${canonicalQuery}&X-Amz-Signature=${createHmac("sha256", key).update(toSign).digest("hex")}`;
}
