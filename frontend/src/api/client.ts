import * as v from 'valibot';
import { currentLanguage } from '@/i18n/language';
import { yieldToMain } from '@/scheduling/yieldToMain';
import { backendConfig } from './config';
import { ApiError, NetworkError, UnexpectedAnswerError } from './errors';
import { upload } from './upload';

const TIMEOUT_MS = 30_000;
/** Rows that are looked at without a pause. */
const SLICE = 30;

type Query = Readonly<Record<string, string | number | undefined>>;

export interface RequestOptions<Schema extends v.GenericSchema> {
  readonly method?: 'GET' | 'POST';
  readonly query?: Query;
  /** Sent as JSON, or as multipart when it is a form. */
  readonly body?: Readonly<Record<string, unknown>> | FormData;
  /** A person's token; without one the public key is the bearer. */
  readonly token?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How long the answer may take, for a call that the backend needs its time for. */
  readonly timeoutMs?: number | undefined;
  /** For long uploads: told the share that has gone out, from 0 to 1. Time is then no limit, standing still is. */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** What the answer must look like; the call's result is what it makes of it. */
  readonly schema: Schema;
}

/** One call to the backend. Throws `ApiError`, `NetworkError` or `UnexpectedAnswerError`, and nothing else but aborts. */
export async function request<Schema extends v.GenericSchema>(
  path: string,
  options: RequestOptions<Schema>,
): Promise<v.InferOutput<Schema>> {
  const { response, body } = await send(path, options);
  const refusal = refusalIn(response, body);
  if (refusal) throw refusal;
  return expected(path, options.schema, body);
}

/** A call that is answered by rows, as many as there are: `schema` is that of one. They are looked at in slices. */
export async function requestRows<Row extends v.GenericSchema>(
  path: string,
  { schema, ...options }: RequestOptions<Row>,
): Promise<v.InferOutput<Row>[]> {
  const rows = await request(path, { ...options, schema: v.array(v.unknown()) });
  const found: v.InferOutput<Row>[] = [];
  for (let start = 0; start < rows.length; start += SLICE) {
    // oxlint-disable-next-line no-await-in-loop
    if (start > 0) await yieldToMain();
    found.push(...expected(path, v.array(schema), rows.slice(start, start + SLICE)));
  }
  return found;
}

function expected<Schema extends v.GenericSchema>(path: string, schema: Schema, body: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body);
  if (!parsed.success) throw new UnexpectedAnswerError(`${path}: ${v.summarize(parsed.issues)}`);
  return parsed.output;
}

interface Answer {
  readonly response: Response;
  /** Undefined where it is no JSON. */
  readonly body: unknown;
}

async function send(path: string, options: RequestOptions<v.GenericSchema>): Promise<Answer> {
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
    body: encoded(body),
  };
  try {
    const response = onProgress
      ? await upload(address, { ...message, signal, onProgress })
      : await fetch(address, { ...message, signal: within(timeoutMs, signal) });
    return { response, body: await readJson(response) };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError(`${method} ${path} got no answer`, { cause: error });
  }
}

function within(timeoutMs: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

function encoded(body: RequestOptions<v.GenericSchema>['body']): FormData | string | null {
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

const Refusal = v.object({
  error: v.optional(v.nullable(v.string())),
  message: v.optional(v.nullable(v.string())),
  code: v.optional(v.nullable(v.pipe(v.union([v.string(), v.number()]), v.transform(String)))),
  success: v.optional(v.boolean()),
});

/** A refusal is a status beyond 299, and also a 200 whose body carries an `error` or says that it had no success. */
function refusalIn(response: Response, body: unknown): ApiError | undefined {
  const parsed = v.safeParse(Refusal, body);
  const { error, message, code, success } = parsed.success ? parsed.output : {};
  if (response.ok && !error && success !== false) return undefined;
  return new ApiError(response.status, code ?? undefined, error || message || undefined, response.statusText);
}
