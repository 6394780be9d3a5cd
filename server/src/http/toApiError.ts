import { ERRORS, type ErrorCode, LIMITS, type ProblemItem } from '@host/contracts';
import type { FastifyError } from 'fastify';

import { ApiError } from '../errors/ApiError.ts';

const BY_FASTIFY_CODE: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed-json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'upload-incomplete',
  FST_ERR_BAD_URL: 'invalid-path',
  FST_ERR_MAX_PARAM_LENGTH: 'invalid-path',
  // A path that the static file server refuses to look up.
  FST_STATIC_FORBIDDEN_PATH: 'not-found',
};

const BY_CONTEXT: Record<string, ErrorCode> = {
  body: 'invalid-body',
  querystring: 'invalid-query',
  params: 'invalid-path',
  headers: 'invalid-header',
};

/** Turns what a handler threw into an error of the table; undefined when it is not the caller's fault. */
export function toApiError(
  error: unknown,
  bodyLimit: number = LIMITS.jsonBodyBytes,
): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const { code, message, statusCode, validation, validationContext } = error as FastifyError;
  if (validation) {
    const kind = BY_CONTEXT[validationContext ?? 'body'] ?? 'invalid-body';
    const errors = validation.flatMap(toProblemItems);
    const [first] = errors;
    return new ApiError(kind, first ? `${first.pointer || '/'}: ${first.detail}` : message, {
      errors,
    });
  }
  if (code === 'ECONNRESET' && statusCode === 400) {
    return new ApiError('upload-incomplete', 'The connection ended in the middle of the body.');
  }
  const known = BY_FASTIFY_CODE[code];
  if (known === 'body-too-large') {
    return new ApiError(known, `At most ${bodyLimit} bytes are accepted here.`);
  }
  return known && new ApiError(known, `${ERRORS[known].title}.`);
}

type Complaint = NonNullable<FastifyError['validation']>[number];

function toProblemItems({ instancePath, keyword, message, params }: Complaint): ProblemItem[] {
  // The pointer to the whole body is the empty one (RFC 6901).
  const place = instancePath === '/' ? '' : instancePath;
  const keys = params?.['keys'];
  if (keyword !== 'unrecognized_keys' || !Array.isArray(keys)) {
    return [{ pointer: place, code: keyword, detail: message ?? 'does not fit' }];
  }
  return keys.map((key) => ({
    pointer: `${place}/${escapePart(String(key))}`,
    code: keyword,
    detail: 'there is no such field',
  }));
}

function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
