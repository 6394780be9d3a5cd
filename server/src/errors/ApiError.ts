import { ERRORS, type ErrorCode, type ProblemItem } from '@host/contracts';

/** Problems listed for one body. A body with thousands of them is no honest mistake. */
const MAX_PROBLEMS_TOLD = 50;

interface ApiErrorOptions {
  /** What is wrong in a body, field by field. */
  errors?: ProblemItem[];
  /** Further members of the answer, for example `requiredHostVersion`. */
  extra?: Record<string, unknown>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An error that is returned to the caller: a code from the error table and a sentence about this case. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: ProblemItem[] | undefined;
  readonly extra: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, detail: string, options: ApiErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.errors = options.errors?.slice(0, MAX_PROBLEMS_TOLD);
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
