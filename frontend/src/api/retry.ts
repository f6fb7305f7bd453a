import { ApiError, NetworkError } from './errors';

const MAX_RETRIES = 2;
const FIRST_DELAY_MS = 1000;
/** The longest `Retry-After` that is waited for automatically. After a longer one, the page shows an error. */
const MAX_WAIT_MS = 10_000;

/** Reads `Retry-After`: seconds or an HTTP date. Undefined if it is missing or unreadable. */
export function readRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** Whether another attempt could succeed: connections, 5xx and 429, but no other 4xx. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
}

/**
 * Whether a failed query is worth another attempt. Not offline, where the return of the connection starts it anew, and
 * not after a timeout, for which the person has waited long enough.
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || !isTransient(error)) return false;
  if (error instanceof NetworkError) return error.reason === 'unreachable';
  if (!(error instanceof ApiError)) return true;
  return error.retryAfterMs === undefined ? error.status !== 429 : error.retryAfterMs <= MAX_WAIT_MS;
}

/** The wait before the next attempt: doubling, and at least as long as the server asks for. */
export function retryDelay(failures: number, error: unknown, first = FIRST_DELAY_MS): number {
  const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(first * 2 ** failures, asked);
}
