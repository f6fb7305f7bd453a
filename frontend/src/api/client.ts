import * as v from 'valibot';
import { anySignal } from '@/browser/abortSignals';
import { currentLanguage } from '@/i18n/language';
import { backendConfig } from './config';
import { ApiError, NetworkError, UnexpectedResponseError, type NetworkFailure } from './errors';
import { reportRejectedToken } from './rejectedToken';
import { readRetryAfter } from './retry';
import { readRows, type Listing } from './rows';
import { upload } from './upload';

const TIMEOUT_MS = 30_000;

type Query = Readonly<Record<string, string | number | undefined>>;

interface RequestOptions<Schema extends v.GenericSchema> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: Query;
  /** Sent as JSON; a `FormData` is sent as multipart. */
  readonly body?: Readonly<Record<string, unknown>> | FormData;
  /** The user's access token; by default the public key is the bearer token. */
  readonly token?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Timeout for the whole call, 30 seconds by default. Ignored with `onProgress`. */
  readonly timeoutMs?: number | undefined;
  /** For long uploads: called with the share of bytes sent, from 0 to 1. Only a stalled upload times out. */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Validates the response body; its output is the call's result. */
  readonly schema: Schema;
}

/**
 * One call to the backend. Throws `ApiError`, `NetworkError`, `UnexpectedResponseError`, or the abort reason of
 * `signal`. A token that the backend rejects is also reported to `onRejectedToken`.
 */
export async function request<Schema extends v.GenericSchema>(
  path: string,
  options: RequestOptions<Schema>,
): Promise<v.InferOutput<Schema>> {
  const { response, body } = await send(path, options);
  const error = errorIn(response, body);
  if (error?.isUnauthorized && options.token) reportRejectedToken(options.token);
  if (error) throw error;
  return parse(path, options.schema, body);
}

/** A call that returns rows; `schema` is that of one row. */
export async function requestRows<Row extends v.GenericSchema>(
  path: string,
  { schema, ...options }: RequestOptions<Row>,
): Promise<Listing<v.InferOutput<Row>>> {
  return readRows(path, schema, await request(path, { ...options, schema: v.array(v.unknown()) }));
}

function parse<Schema extends v.GenericSchema>(path: string, schema: Schema, body: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body);
  if (!parsed.success) throw new UnexpectedResponseError(`${path}: ${v.summarize(parsed.issues)}`);
  return parsed.output;
}

interface ParsedResponse {
  readonly response: Response;
  /** Undefined if the body is not JSON. */
  readonly body: unknown;
}

async function send(path: string, options: RequestOptions<v.GenericSchema>): Promise<ParsedResponse> {
  const { url, anonKey } = backendConfig();
  const { method = 'GET', query, body, token, signal, timeoutMs = TIMEOUT_MS, onProgress } = options;
  const address = `${url}/${path}${queryString(query)}`;
  const message = {
    method,
    headers: {
      apikey: anonKey,
      Authorization: `Bearer ${token ?? anonKey}`,
      'Accept-Language': currentLanguage(),
      ...(body && !(body instanceof FormData) ? { 'Content-Type': 'application/json' } : {}),
    },
    body: encodeBody(body),
  };
  try {
    const response = onProgress
      ? await upload(address, { ...message, signal, onProgress })
      : await fetch(address, { ...message, signal: withTimeout(timeoutMs, signal) });
    return { response, body: await readJson(response) };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError(`${method} ${path} got no response`, reasonOf(error), { cause: error });
  }
}

/** A call that was aborted, though not by its caller, has timed out. */
function reasonOf(error: unknown): NetworkFailure {
  if (!navigator.onLine) return 'offline';
  return error instanceof DOMException && /^(?:Timeout|Abort)Error$/.test(error.name) ? 'timeout' : 'unreachable';
}

function withTimeout(timeoutMs: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? anySignal([signal, timeout]) : timeout;
}

function encodeBody(body: RequestOptions<v.GenericSchema>['body']): FormData | string | null {
  if (!body) return null;
  return body instanceof FormData ? body : JSON.stringify(body);
}

function queryString(query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  const text = params.toString();
  return text && `?${text}`;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!text) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** `error_code` is the auth service's, whose English message is not shown. */
const ErrorBody = v.object({
  error: v.optional(v.nullable(v.string())),
  message: v.optional(v.nullable(v.string())),
  error_code: v.optional(v.string()),
  code: v.optional(v.nullable(v.pipe(v.union([v.string(), v.number()]), v.transform(String)))),
  success: v.optional(v.boolean()),
});

/** The error of a response: a status outside of 200 to 299, or a body with an `error` or with `success: false`. */
function errorIn(response: Response, body: unknown): ApiError | undefined {
  const parsed = v.safeParse(ErrorBody, body);
  const { error, message, error_code, code, success } = parsed.success ? parsed.output : {};
  if (response.ok && !error && success !== false) return undefined;
  const retryAfterMs = readRetryAfter(response.headers.get('Retry-After'));
  return new ApiError(response.status, error_code ?? code ?? undefined, error || message || undefined, response.statusText, retryAfterMs);
}
