/** Timeout without progress or response. It equals the front door's own timeout for a service. */
const STALL_MS = 150_000;

interface Upload {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: XMLHttpRequestBodyInit | null;
  readonly signal: AbortSignal | undefined;
  /** Called with the share of bytes sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** `fetch` for large uploads, with progress events, which `fetch` itself does not have. */
export function upload(url: string, { method, headers, body, signal, onProgress }: Upload): Promise<Response> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let stallTimer = setTimeout(abort, STALL_MS);
    const restartTimer = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(abort, STALL_MS);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      restartTimer();
      if (total > 0) onProgress(loaded / total);
    });
    request.upload.addEventListener('load', restartTimer);
    request.addEventListener('load', () => resolve(responseOf(request)));
    request.addEventListener('error', () => reject(new TypeError('The connection was lost')));
    request.addEventListener('abort', () => reject(new DOMException('The upload was aborted', 'AbortError')));
    request.addEventListener('loadend', () => {
      clearTimeout(stallTimer);
      signal?.removeEventListener('abort', abort);
    });
    signal?.addEventListener('abort', abort);

    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('Retry-After');
  return new Response(request.responseText || null, { status: request.status, headers: retryAfter ? { 'Retry-After': retryAfter } : {} });
}
