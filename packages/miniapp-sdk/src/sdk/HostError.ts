/** The codes of failed calls to the host. */
export type HostErrorCode =
  | 'outside-host'
  | 'permission-not-declared'
  | 'permission-denied'
  | 'invalid-argument'
  | 'quota-exceeded'
  | 'not-authenticated'
  | 'not-found'
  | 'path-not-allowed'
  | 'timeout'
  | 'offline'
  | 'http-error'
  | 'unavailable';

const RETRYABLE: ReadonlySet<HostErrorCode> = new Set(['timeout', 'offline', 'unavailable']);

/**
 * A call to the host that failed.
 *
 * @example
 * try {
 *   await api.get('/orders/items');
 * } catch (error) {
 *   if (error instanceof HostError && error.retryable) showRetry();
 * }
 */
export class HostError extends Error {
  readonly code: HostErrorCode;
  /** The HTTP status, for a call of `api` that got a response. */
  readonly status: number | undefined;
  /** Whether a retry may succeed. */
  readonly retryable: boolean;

  constructor(code: HostErrorCode, message: string, status?: number) {
    super(message);
    this.name = 'HostError';
    this.code = code;
    this.status = status;
    this.retryable =
      RETRYABLE.has(code) || status === 429 || (status !== undefined && status >= 500);
  }
}
