/** Exit codes: 0 is success. */
export const EXIT = { failed: 1, usage: 2, interrupted: 130 } as const;

/** An error that a person has to fix: what is wrong, and how to fix it. It is shown without a stack. */
export class CliError extends Error {
  readonly fix: string;
  /** A code for programs, in `--json`. */
  readonly code: string;
  readonly exitCode: number;
  /** More for programs, in `--json`. */
  readonly details: object;

  constructor(
    message: string,
    fix: string,
    options: { code?: string; exitCode?: number; cause?: unknown; details?: object } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'CliError';
    this.fix = fix;
    this.code = options.code ?? 'failed';
    this.details = options.details ?? {};
    this.exitCode = options.exitCode ?? EXIT.failed;
  }
}

/** The error for wrong usage of a command. */
export function usageError(message: string, fix: string): CliError {
  return new CliError(message, fix, { code: 'usage', exitCode: EXIT.usage });
}
