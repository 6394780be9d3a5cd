import { createHash } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { matchesEtag } from './matchesEtag.ts';

/** A serialized answer. */
export interface ReadyAnswer {
  body: string | Buffer;
  etag: string;
}

/** An answer of JSON; a string is taken as JSON text. */
export function readyAnswer(content: object | string): ReadyAnswer {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}

/**
 * Sends a serialized answer, or 304 when the client has it. It bypasses the serializer. Caches may store it, but have to
 * revalidate: it can change at any moment.
 */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: ReadyAnswer,
  contentType = 'application/json; charset=utf-8',
): FastifyReply {
  void reply.header('etag', etag);
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-cache');
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.header('content-type', contentType).send(body);
}
