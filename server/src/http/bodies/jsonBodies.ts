import { LIMITS } from '@host/contracts';
import type { FastifyInstance } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import { jsonDepth } from './jsonDepth.ts';

/** Reads JSON bodies, and nothing else. */
export function acceptJsonBodies(app: FastifyInstance): void {
  acceptJsonAs(app, ['application/json']);

  // A POST without a body has no options.
  app.addHook('preValidation', (request, _, done) => {
    if (request.method === 'POST' && request.body === undefined) request.body = {};
    done();
  });
}

/** Accepts bodies of these types only, as JSON: too deep, poisoned or malformed ones are refused before validation. */
export function acceptJsonAs(app: FastifyInstance, mediaTypes: string[]): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(mediaTypes, { parseAs: 'buffer' }, (request, body, done) => {
    const text = decoded(body as Buffer);
    if (text === '') return done(null, undefined);
    if (text === undefined) return done(new ApiError('malformed-json', 'The body is not UTF-8.'));
    if (jsonDepth(text) > LIMITS.jsonDepth) {
      return done(
        new ApiError('json-too-deep', `The body nests more than ${LIMITS.jsonDepth} levels.`),
      );
    }
    void parse(request, text, (error, value) =>
      done(error && new ApiError('malformed-json', error.message), value),
    );
  });
}

// Lenient decoding would store other text than was sent.
function decoded(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
