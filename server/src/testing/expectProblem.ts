import { ERRORS, type ErrorCode, type Problem } from '@host/contracts';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';

/** Expects an error response with a code from the error table, in the common form; returns its body. */
export function expectProblem(response: LightMyRequestResponse, code: ErrorCode): Problem {
  const { status, title } = ERRORS[code];
  const problem = response.json<Problem>();
  expect(problem, response.body).toMatchObject({ code, status, title });
  expect(response.statusCode).toBe(status);
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-store');
  expect(problem.type).toMatch(new RegExp(`/docs/errors/${code}$`));
  expect(problem.detail).not.toBe('');
  expect(problem['requestId']).toBe(response.headers['x-request-id']);
  return problem;
}
