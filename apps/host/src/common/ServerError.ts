/** A field that the server rejected. */
export interface FieldError {
  /** The name of the field. */
  field: string;
  message: string;
}

/** The server refused a request or did not answer (`offline`, `timeout`). The message can be shown to people. */
export class ServerError extends Error {
  readonly code: string;
  readonly status: number | undefined;
  readonly fields: readonly FieldError[];

  constructor(
    code: string,
    message: string,
    options: { status?: number; fields?: readonly FieldError[]; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ServerError';
    this.code = code;
    this.status = options.status;
    this.fields = options.fields ?? [];
  }

  /** There was no response, so the request itself may be fine. */
  get isUnreachable(): boolean {
    return this.status === undefined;
  }
}
