import type { ServerKeyScope } from '@host/contracts';
import { LIMITS } from '@host/contracts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from '../../ApiError.ts';
import { RequestCounter } from '../../http/RequestCounter.ts';
import { type Sender, type Senders, hasScope } from '../server-keys/Senders.ts';
import { type FcmAnswer, text, unauthorizedAnswer } from './answers.ts';
import { isJsonType } from './readBody.ts';
import { Refusal } from './Refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends this request; set on every route of the push protocol before its handler runs. */
    sender: Sender;
  }
  interface FastifyContextConfig {
    /** The scope that a route of the push protocol needs. */
    pushScope?: ServerKeyScope | undefined;
  }
}

const RETRY_AFTER_SECONDS = 1;

/**
 * Makes a scope speak the push protocol: bodies come as bytes, whatever their type, keys are checked, and errors are
 * answered in the protocol's own words.
 */
export function speakProtocol(
  app: FastifyInstance,
  { senders, attemptsPerMinute }: { senders: Senders; attemptsPerMinute: number },
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: LIMITS.pushBodyBytes },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler((error, request, reply) => sendAnswer(reply, failureOf(error, request)));

  // Back ends send all they have from one address: only those who do not know a key are held back.
  const strangers = new RequestCounter(attemptsPerMinute);
  app.decorateRequest('sender');
  app.addHook('onRequest', async (request, reply) => {
    const sender = await senders.authenticate(request.headers.authorization);
    const scope = request.routeOptions.config.pushScope;
    if (sender && (!scope || hasScope(sender, scope))) {
      request.sender = sender;
      return undefined;
    }
    const wait = strangers.count(request.ip);
    if (wait !== undefined) void reply.header('retry-after', String(wait));
    return sendAnswer(
      reply,
      wait === undefined ? unauthorizedAnswer() : text(429, 'Too many attempts'),
    );
  });
}

/** Sends an answer of the protocol. */
export function sendAnswer(reply: FastifyReply, { status, type, body }: FcmAnswer): FastifyReply {
  if (status >= 500) void reply.header('retry-after', String(RETRY_AFTER_SECONDS));
  return reply.code(status).header('content-type', type).send(body);
}

/** The body as it came; empty when there was none. */
export function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function failureOf(error: unknown, request: FastifyRequest): FcmAnswer {
  if (error instanceof Refusal) return refusalAnswer(error);
  const { code } = error as FastifyError;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return text(413, `At most ${LIMITS.pushBodyBytes} bytes are accepted`);
  }
  if (error instanceof ApiError && error.status < 500)
    return text(400, `InvalidParameters: ${error.message}`);
  const isTemporary = error instanceof ApiError;
  if (!isTemporary) request.log.error({ reqId: request.id, err: error }, 'unexpected error');
  // Plain text has no word for it.
  return isTemporary && isJsonType(request.headers['content-type'])
    ? text(503, 'Unavailable')
    : text(500, 'InternalServerError');
}

function refusalAnswer({ reason }: Refusal): FcmAnswer {
  return 'word' in reason ? text(400, reason.word) : text(reason.status, reason.text);
}
