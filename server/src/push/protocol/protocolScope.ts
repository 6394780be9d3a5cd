import type { IncomingHttpHeaders } from 'node:http';

import type { ServerKeyScope } from '@host/contracts';
import { LIMITS } from '@host/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { type NetworkLimits, declareLimit } from '../../http/rate-limits/rateLimits.ts';
import { type Sender, type Senders, hasScope } from '../server-keys/Senders.ts';
import { type FcmAnswer, headersOf, text, unauthorizedAnswer } from './answers.ts';
import { failureAnswer } from './failureAnswer.ts';
import { isJsonType } from './readBody.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The sender of this request; set on every route of the push protocol before its handler runs. */
    sender: Sender;
  }
  interface FastifyContextConfig {
    /** The scope that a route of the push protocol needs. */
    pushScope?: ServerKeyScope | undefined;
  }
}

/**
 * Makes a scope speak the FCM protocol: bodies are read as bytes whatever their type, keys are checked, and errors have
 * the protocol's form.
 */
export function speakProtocol(
  app: FastifyInstance,
  { senders, limits }: { senders: Senders; limits: NetworkLimits },
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: LIMITS.pushBodyBytes },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler((error, request, reply) => {
    const { answer, isUnexpected } = failureAnswer(error, request.headers['content-type']);
    if (isUnexpected) request.log.error({ reqId: request.id, err: error }, 'unexpected error');
    return sendAnswer(reply, answer);
  });

  // Back ends send everything from one address: only requests without a valid key are limited.
  declareLimit(app, 'senders');
  app.decorateRequest('sender');
  app.addHook('onRequest', async (request, reply) => {
    // Everything that is not JSON is read as a form, so the framework must not reject unknown content types.
    const { headers } = request.raw;
    if (headers['content-type'] !== undefined) headers['content-type'] = plainType(headers);
    const sender = await senders.authenticate(request.headers.authorization);
    const scope = request.routeOptions.config.pushScope;
    if (sender && (!scope || hasScope(sender, scope))) {
      request.sender = sender;
      return undefined;
    }
    const wait = limits.count('senders', request.network);
    if (wait !== undefined) void reply.header('retry-after', String(wait));
    return sendAnswer(
      reply,
      wait === undefined ? unauthorizedAnswer() : text(429, 'Too many attempts'),
    );
  });
}

function plainType({ 'content-type': type }: IncomingHttpHeaders): string {
  return isJsonType(type) ? 'application/json' : 'application/x-www-form-urlencoded';
}

/** Sends an answer of the protocol. */
export function sendAnswer(reply: FastifyReply, answer: FcmAnswer): FastifyReply {
  return reply.code(answer.status).headers(headersOf(answer)).send(answer.body);
}

/** The raw body; empty when there is none. */
export function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}
