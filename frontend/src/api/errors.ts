/** The backend refused: a status, its machine word if it sent one, and its sentence if it sent one. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string | undefined;
  /** The server's own sentence, to be shown as it is; undefined where it sent none. */
  readonly serverMessage: string | undefined;

  constructor(status: number, code: string | undefined, serverMessage: string | undefined, statusText = '') {
    super(serverMessage ?? (statusText || `HTTP ${status}`));
    this.status = status;
    this.code = code;
    this.serverMessage = serverMessage;
  }

  /** The session is no longer good, by the status or by the code in the body. */
  get isUnauthorized(): boolean {
    return this.status === 401 || this.code === '401';
  }
}

/** No answer came: offline, refused, or too slow. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** An answer came that is not what this call answers. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}
