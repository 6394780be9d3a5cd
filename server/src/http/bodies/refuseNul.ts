import type { FastifyRequest } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';

/** Refuses NUL characters in the URL: no name contains them, and PostgreSQL rejects text with them. */
export function refuseNul({ url }: Pick<FastifyRequest, 'url'>): ApiError | undefined {
  const at = url.indexOf('%00');
  if (at < 0) return undefined;
  const query = url.indexOf('?');
  const isInPath = query < 0 || at < query;
  return new ApiError(
    isInPath ? 'invalid-path' : 'invalid-query',
    'The address holds a NUL character.',
  );
}
