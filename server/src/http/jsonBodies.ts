import { LIMITS } from '@host/contracts';
import type { FastifyInstance } from 'fastify';

import { ApiError } from '../ApiError.ts';
import { jsonDepth } from './jsonDepth.ts';

/** Reads JSON bodies, and nothing else: too deep, poisoned or malformed ones are refused before a schema sees them. */
export function acceptJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    // A POST without a body is one without options.
    if (text === '') return done(null, {});
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
