import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web';

// A VM context has none of Node's streams, which `fetch` and its interceptor need.
Object.assign(globalThis, { ReadableStream, TransformStream, WritableStream });
