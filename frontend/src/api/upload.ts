/** No byte out and no answer for this long: given up. The front door itself waits for a service no longer than this. */
const STALL_MS = 150_000;

interface Upload {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: XMLHttpRequestBodyInit | null;
  readonly signal: AbortSignal | undefined;
  /** Told the share that has gone out, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** `fetch` for what takes its time to send: `fetch` itself cannot tell how much has gone out. */
export function upload(url: string, { method, headers, body, signal, onProgress }: Upload): Promise<Response> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let stalled = setTimeout(abort, STALL_MS);
    const moved = () => {
      clearTimeout(stalled);
      stalled = setTimeout(abort, STALL_MS);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      moved();
      if (total > 0) onProgress(loaded / total);
    });
    request.upload.addEventListener('load', moved);
    request.addEventListener('load', () => resolve(new Response(request.responseText || null, { status: request.status })));
    request.addEventListener('error', () => reject(new TypeError('The connection was lost')));
    request.addEventListener('abort', () => reject(new DOMException('The upload was given up', 'AbortError')));
    request.addEventListener('loadend', () => {
      clearTimeout(stalled);
      signal?.removeEventListener('abort', abort);
    });
    signal?.addEventListener('abort', abort);

    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  });
}
