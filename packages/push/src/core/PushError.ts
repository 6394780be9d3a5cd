export type PushErrorCode =
  | 'invalid-argument'
  | 'time-is-past'
  | 'too-many'
  | 'unknown-category'
  | 'permission-denied'
  | 'not-started'
  | 'gateway-unreachable'
  | 'gateway-refused'
  | 'proof-required';

/** A failed call; the message says how to fix it. */
export class PushError extends Error {
  readonly code: PushErrorCode;
  /** The gateway's HTTP status, for `gateway-refused` and `proof-required`. */
  readonly status: number | undefined;

  constructor(code: PushErrorCode, message: string, status?: number) {
    super(message);
    this.name = 'PushError';
    this.code = code;
    this.status = status;
  }
}
