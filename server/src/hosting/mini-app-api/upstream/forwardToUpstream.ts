import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';

import { LIMITS } from '@host/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from '../../../errors/ApiError.ts';
import type { UpstreamClient } from './createUpstreamClient.ts';
import type { UpstreamHealth } from './UpstreamHealth.ts';
import { upstreamAddress } from './upstreamAddress.ts';
import { headersFromUpstream, headersToUpstream } from './upstreamHeaders.ts';

/** The back end of a mini-app, the client that asks it, and where the outcome is recorded. */
interface Upstream {
  client: UpstreamClient;
  health: Pick<UpstreamHealth, 'note'>;
  appId: string;
  url: string;
}

/** Forwards a request to the back end of a mini-app, and streams its answer back. */
export async function forwardToUpstream(
  { client, health, appId, url: upstream }: Upstream,
  bearer: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const ask = client.ask({
    url: upstreamAddress(upstream, request.raw.url ?? request.url),
    method: request.method,
    headers: {
      ...headersToUpstream(request.headers),
      'x-request-id': request.id,
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    body: Buffer.isBuffer(request.body) ? request.body : undefined,
    signal: gone.signal,
  });
  const answer = await ask.catch((error: unknown) => {
    // A disconnected caller, or too many waiting requests, say nothing about the health of the back end.
    if (!gone.signal.aborted && isOfUpstream(error)) health.note(appId, error.code);
    throw error;
  });
  const status = answer.statusCode ?? 0;
  const refusal = refusalOf(status, Number(answer.headers['content-length'] ?? 0));
  const isBad = refusal !== undefined || status >= 500;
  health.note(appId, isBad ? `answered-${status}` : undefined);
  if (refusal !== undefined) {
    answer.destroy();
    throw new ApiError('upstream-unavailable', `The back end ${refusal}.`);
  }
  return reply.code(status).headers(headersFromUpstream(answer.headers)).send(limited(answer));
}

function isOfUpstream(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code.startsWith('upstream-');
}

function refusalOf(status: number, length: number): string | undefined {
  if (status >= 300 && status < 400) return 'answered with a redirect, which is not followed';
  // Such as 101: a proxy in front would treat the rest of the connection as another protocol, and stop inspecting it.
  if (status < 200 || status > 599) return 'answered with a status that ends no request';
  if (length <= LIMITS.upstreamAnswerBytes) return undefined;
  return `answered with more than ${LIMITS.upstreamAnswerBytes} bytes`;
}

// When an answer turns out to be too long it is being sent already, so it can only be cut off.
function limited(answer: IncomingMessage): Transform {
  let received = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      received += chunk.length;
      if (received <= LIMITS.upstreamAnswerBytes) return done(null, chunk);
      return done(new Error('The answer of an upstream is too long'));
    },
  });
  answer.on('error', (error) => limit.destroy(error));
  answer.on('aborted', () => limit.destroy(new Error('The answer of an upstream ended early')));
  limit.on('close', () => answer.destroy());
  return answer.pipe(limit);
}
