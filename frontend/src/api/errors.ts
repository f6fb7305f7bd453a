/** An error response of the backend. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The error code in the body, if the server sent one. */
  readonly code: string | undefined;
  /** The error message in the body, to be shown as it is, if the server sent one. */
  readonly serverMessage: string | undefined;
  /** How long the server asks to wait before the next attempt, if it says so (`Retry-After`). */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, code: string | undefined, serverMessage: string | undefined, statusText = '', retryAfterMs?: number) {
    super(serverMessage ?? (statusText || `HTTP ${status}`));
    this.status = status;
    this.code = code;
    this.serverMessage = serverMessage;
    this.retryAfterMs = retryAfterMs;
  }

  /**
   * Whether the session is invalid or expired, by the status or by the code in the body. The auth service says 403; its
   * 401 may also mean that the session lacks the account's second factor.
   */
  get isUnauthorized(): boolean {
    if (this.code === 'insufficient_aal') return false;
    return this.status === 401 || this.code === '401' || (this.status === 403 && REJECTED_TOKEN.test(this.code ?? ''));
  }
}

const REJECTED_TOKEN = /^(?:bad_jwt|session_not_found|user_not_found)$/;

export type NetworkFailure = 'offline' | 'timeout' | 'unreachable';

/** No response: offline, a timeout, or a connection that was refused or lost. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly reason: NetworkFailure;

  constructor(message: string, reason: NetworkFailure = 'unreachable', options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** The response does not match the call's schema. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
}
