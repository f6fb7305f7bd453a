// Runs one function of a Supabase project in plain Deno. The gateway passes the function's entrypoint as the argument and
// the Unix socket to listen on in SOCKET.
//
// Supabase's runtime differs from Deno in what a function can see: `Deno.serve` ignores its port, `EdgeRuntime` and
// `Supabase` exist, a default export with `fetch` is served, requests have the gateway's address, and the variables of the
// machine are hidden.

const socket = Deno.env.get("SOCKET");
const entrypoint = Deno.args[0];
const HIDDEN = [
  "SOCKET",
  "DENO_DIR",
  "DENO_NODE_SHIM_ACTIVE",
  "DENO_NO_PACKAGE_JSON",
  "NO_COLOR",
  "HOME",
  "HOSTNAME",
  "PATH",
  "PWD",
];
for (const name of HIDDEN) Deno.env.delete(name);

/** Promises that `EdgeRuntime.waitUntil` holds the process for. */
const background = new Set();
/** Stops listening and waits for requests in flight. Set once the function listens. */
let stopListening;

const deno = { serve: Deno.serve, listen: Deno.listen, serveHttp: Deno.serveHttp };

/** Replaces a property of a global object, which may be read-only. */
function replace(object, name, value) {
  Object.defineProperty(object, name, { value, writable: true, configurable: true, enumerable: true });
}

/** The address under which the client has reached the gateway, with the path as the gateway passes it on. */
function publicUrl(request) {
  const { pathname, search } = new URL(request.url);
  const path = request.url.startsWith("http+unix:") ? request.url.replace(/^http\+unix:\/\/[^/]*/, "") : pathname + search;
  const host = request.headers.get("x-forwarded-host") ?? request.headers.get("host") ?? "localhost";
  const scheme = request.headers.get("x-forwarded-proto") ?? "http";
  return new URL(path, `${scheme}://${host}`).href;
}

/**
 * Gives a request the public address. The object stays the same, because `Deno.upgradeWebSocket` accepts no copy.
 */
function withPublicUrl(request) {
  replace(request, "url", publicUrl(request));
  return request;
}

/** The client's address instead of the socket's. */
function clientInfo(request, info) {
  const hostname = request.headers.get("x-forwarded-for")?.split(",")[0].trim() ?? "127.0.0.1";
  return {
    remoteAddr: { transport: "tcp", hostname, port: 0 },
    get completed() {
      return info.completed;
    },
  };
}

/** `Deno.serve(handler)`, `(options, handler)` or `({ handler, … })`, on the socket. */
function serve(first, second) {
  if (stopListening) throw new Error("the function already listens");
  const options = typeof first === "function" ? {} : (first ?? {});
  const handler = typeof first === "function" ? first : (second ?? options.handler);
  if (typeof handler !== "function") throw new TypeError("a handler must be given to Deno.serve");
  const server = deno.serve(
    {
      path: socket,
      signal: options.signal,
      ...(options.onError && { onError: options.onError }),
      onListen: () => options.onListen?.({ transport: "tcp", hostname: "0.0.0.0", port: options.port ?? 8000 }),
    },
    (request, info) => handler(withPublicUrl(request), clientInfo(request, info)),
  );
  stopListening = () => server.shutdown();
  return server;
}

/** `Deno.listen`, with which older versions of std's `serve` listen. */
function listen(options) {
  if (stopListening || (options?.transport ?? "tcp") !== "tcp") return deno.listen(options);
  const listener = deno.listen({ transport: "unix", path: socket });
  stopListening = () => listener.close();
  return listener;
}

/** `Deno.serveHttp`, which those versions use for each connection. */
function serveHttp(connection) {
  const http = deno.serveHttp(connection);
  const nextRequest = http.nextRequest.bind(http);
  http.nextRequest = async () => {
    const event = await nextRequest();
    if (event) withPublicUrl(event.request);
    return event;
  };
  http[Symbol.asyncIterator] = async function* () {
    for (let event = await http.nextRequest(); event; event = await http.nextRequest()) yield event;
  };
  return http;
}

function waitUntil(promise) {
  const held = Promise.resolve(promise).then(
    () => background.delete(held),
    (error) => {
      background.delete(held);
      // Supabase's runtime ends the function on a rejection that nobody handles; so does Deno.
      throw error;
    },
  );
  background.add(held);
  return promise;
}

/** Models run in Supabase's own runtime only. */
class Session {
  constructor(model) {
    this.model = model;
  }

  run() {
    return Promise.reject(new Error(`Supabase.ai: the model ${this.model} is not available, because functions run in plain Deno`));
  }
}

async function stop() {
  globalThis.dispatchEvent(new CustomEvent("beforeunload", { detail: { reason: "termination" } }));
  await stopListening?.();
  while (background.size > 0) await Promise.allSettled(background);
  Deno.exit(0);
}

replace(Deno, "serve", serve);
replace(Deno, "listen", listen);
if (deno.serveHttp) replace(Deno, "serveHttp", serveHttp);
replace(globalThis, "EdgeRuntime", { waitUntil });
replace(globalThis, "Supabase", { ai: { Session } });
Deno.addSignalListener("SIGTERM", stop);

const exported = (await import(entrypoint)).default;
if (!stopListening) {
  if (typeof exported?.fetch !== "function") {
    console.error("the function neither calls Deno.serve nor exports an object with `fetch` by default");
    Deno.exit(1);
  }
  serve((request, info) => exported.fetch(request, info));
}
