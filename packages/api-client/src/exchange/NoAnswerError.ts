/** A request without a whole answer: the server was not reached, or the time was up. */
export class NoAnswerError extends Error {
  readonly code: 'network' | 'timeout';

  constructor(code: 'network' | 'timeout', cause: unknown) {
    super(code, { cause });
    this.code = code;
  }
}
