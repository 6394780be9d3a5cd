import { ERRORS, type Problem } from '@host/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { ApiError } from '../errors/ApiError.ts';

/** Answers with an error of the table as `application/problem+json`. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
  baseUrl: string,
): FastifyReply {
  const { status, title } = ERRORS[error.code];
  const problem: Problem = {
    type: `${baseUrl}/docs/errors/${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    ...(error.errors && { errors: error.errors }),
    ...error.extra,
    requestId: request.id,
  };
  // Caches store a 404 unless told not to, and what is missing may exist a moment later.
  void reply.header('cache-control', 'no-store');
  if (error.retryAfterSeconds !== undefined) {
    void reply.header('retry-after', String(error.retryAfterSeconds));
  }
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}
