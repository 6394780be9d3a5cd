import { ERRORS, type ErrorCode, type Problem, type ProblemItem } from '@host/contracts';

/** Errors of the client itself, without an answer from the server. */
const CLIENT_ERRORS = {
  network: 'Check the address of the server, that it is running, and that nothing redirects it.',
  timeout: 'Try again, or allow more with `timeoutMs`.',
  'not-json': 'Check that `baseUrl` leads to the server itself, not to a proxy or another page.',
  'unexpected-answer': 'Use a client of the same version as the server.',
} as const;

/** The code of an error that the client itself found. */
export type ClientErrorCode = keyof typeof CLIENT_ERRORS;

/** A code of the error table, one of the client's own, or one that only a newer server knows. */
export type ApiClientErrorCode = ErrorCode | ClientErrorCode | (string & {});

interface ApiClientErrorOptions {
  status?: number | undefined;
  problem?: Problem | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** Retrying later may help: there was no answer, or a temporary refusal. */
const RETRYABLE_CODES = new Set<string>(['network', 'timeout', 'idempotency-in-progress']);
const RETRYABLE_STATUSES = new Set<number | undefined>([429, 502, 503, 504]);

/** A failed call. The message says what happened and ends with how to fix it. */
export class ApiClientError extends Error {
  readonly code: ApiClientErrorCode;
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /** What happened this time. */
  readonly detail: string;
  /** The problems of the request body, field by field. */
  readonly errors: readonly ProblemItem[];
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Whether a retry may help. */
  readonly retryable: boolean;
  /** The whole error response: some codes have further members, such as `requiredHostVersion`. */
  readonly problem: Problem | undefined;

  constructor(code: ApiClientErrorCode, detail: string, options: ApiClientErrorOptions = {}) {
    const fix = fixOf(code);
    super(fix === undefined ? detail : `${detail} ${fix}`, { cause: options.cause });
    this.name = 'ApiClientError';
    this.code = code;
    this.status = options.status;
    this.detail = detail;
    this.errors = options.problem?.errors ?? [];
    this.requestId = options.requestId;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.retryable = RETRYABLE_CODES.has(code) || RETRYABLE_STATUSES.has(options.status);
    this.problem = options.problem;
  }
}

function fixOf(code: string): string | undefined {
  if (Object.hasOwn(CLIENT_ERRORS, code)) return CLIENT_ERRORS[code as ClientErrorCode];
  return Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode].fix : undefined;
}
