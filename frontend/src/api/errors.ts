/** An error response of the backend. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The error code in the body, if the server sent one. */
  readonly code: string | undefined;
  /** The error message in the body, to be shown as it is, if the server sent one. */
  readonly serverMessage: string | undefined;

  constructor(status: number, code: string | undefined, serverMessage: string | undefined, statusText = '') {
    super(serverMessage ?? (statusText || `HTTP ${status}`));
    this.status = status;
    this.code = code;
    this.serverMessage = serverMessage;
  }

  /** Whether the session is invalid or expired, by the status or by the code in the body. */
  get isUnauthorized(): boolean {
    return this.status === 401 || this.code === '401';
  }
}

/** No response: offline, connection refused or lost, or a timeout. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** The response does not match the call's schema. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
}
