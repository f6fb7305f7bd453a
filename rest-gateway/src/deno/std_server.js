// The module `http/server.ts` of Deno's former standard library, whose import by functions resolves to this file. It
// listens by `Deno.serve`, which the bootstrap has replaced.

/** The handler with the second argument of that library: both addresses of the connection. */
function withConnection(handler) {
  const localAddr = { transport: "tcp", hostname: "0.0.0.0", port: 8000 };
  return (request, info) => handler(request, { localAddr, remoteAddr: info.remoteAddr });
}

/** Serves until `options.signal` is aborted. */
export function serve(handler, options = {}) {
  return Deno.serve(options, withConnection(handler)).finished;
}

export const serveTls = serve;

/** The listener's address does not matter, because a function has one socket. */
export function serveListener(listener, handler, options = {}) {
  listener.close();
  return serve(handler, options);
}

/** The form of the oldest versions. */
export function listenAndServe(address, handler, options = {}) {
  return serve(handler, { ...options, onListen: () => undefined, ...(typeof address === "object" && { port: address.port }) });
}

export class Server {
  #init;
  #server;

  constructor(init) {
    this.#init = init;
  }

  get closed() {
    return this.#server === undefined;
  }

  listenAndServe() {
    const { handler, ...options } = this.#init;
    this.#server = Deno.serve(options, withConnection(handler));
    return this.#server.finished;
  }

  serve(listener) {
    listener.close();
    return this.listenAndServe();
  }

  close() {
    this.#server?.shutdown();
    this.#server = undefined;
  }
}
