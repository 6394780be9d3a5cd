/** A request without a complete response: the server could not be reached, or the request timed out. */
export class NoAnswerError extends Error {
  readonly code: 'network' | 'timeout';

  constructor(code: 'network' | 'timeout', cause: unknown) {
    super(code, { cause });
    this.code = code;
  }
}
