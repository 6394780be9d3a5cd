import type { FastifyInstance, preHandlerHookHandler } from 'fastify';

import { limitRoute } from '../rateLimits.ts';
import { type ReadyAnswer, readyAnswer, sendReady } from '../ReadyAnswer.ts';

/** Whole descriptions of the API that a network may ask for in a minute: each is half a megabyte. */
const MAX_DOCUMENTS_PER_MINUTE = 30;

interface Kind {
  contentType: string;
  write: (app: FastifyInstance) => object | string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  '/docs/json': {
    contentType: 'application/json; charset=utf-8',
    write: (app) => app.swagger(),
  },
  '/docs/yaml': {
    contentType: 'application/x-yaml',
    write: (app) => app.swagger({ yaml: true }),
  },
};

/**
 * Answers with the description of the API, serialized once: anybody may request it, it does not change while the server
 * runs, and serializing half a megabyte for each request would delay all others.
 */
export function sendKeptDocument(app: FastifyInstance): preHandlerHookHandler {
  const kept = new Map<string, ReadyAnswer>();
  const limit = limitRoute('documents', MAX_DOCUMENTS_PER_MINUTE);
  return function (request, reply, done) {
    const path = request.routeOptions.url ?? '';
    const kind = Object.hasOwn(KINDS, path) ? KINDS[path] : undefined;
    if (!kind) return done();
    const answer = kept.get(path) ?? inBytes(readyAnswer(kind.write(app)));
    kept.set(path, answer);
    limit.call(this, request, reply, (error) => {
      if (error) done(error);
      else void sendReady(request, reply, answer, kind.contentType);
    });
  };
}

// A string would be encoded for every answer.
function inBytes({ body, etag }: ReadyAnswer): ReadyAnswer {
  return { body: Buffer.from(body), etag };
}
