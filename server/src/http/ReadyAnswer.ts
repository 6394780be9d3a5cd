import { createHash } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { matchesEtag } from './matchesEtag.ts';

/** An answer ready to be sent. */
export interface ReadyAnswer {
  body: string | Buffer;
  etag: string;
}

/** JSON as an answer; what is JSON text already is taken as it is. */
export function readyAnswer(content: object | string): ReadyAnswer {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}

/**
 * Sends a ready answer, or 304 to whoever has it. It goes past the serialiser, which would only take it apart again. A
 * cache may keep it, but has to ask whether it still holds: what it says can change at any moment.
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
