import type { FastifyInstance } from 'fastify';

import { limitRoute } from '../rate-limits/rateLimits.ts';
import { type ReadyAnswer, readyAnswer, sendReady } from '../headers/ReadyAnswer.ts';

/** Downloads of the OpenAPI document per network and minute: each is half a megabyte. */
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
 * The description of the API, serialized once: anybody may request it, it does not change while the server runs, and
 * serializing half a megabyte for each request would delay all others.
 */
export function documentRoutes(app: FastifyInstance): void {
  const preHandler = limitRoute('documents', MAX_DOCUMENTS_PER_MINUTE);
  for (const [path, { contentType, write }] of Object.entries(KINDS)) {
    let kept: ReadyAnswer | undefined;
    app.get(path, { schema: { hide: true }, preHandler }, async (request, reply) => {
      kept ??= inBytes(readyAnswer(write(app)));
      return sendReady(request, reply, kept, contentType);
    });
  }
}

// A string would be encoded for every answer.
function inBytes({ body, etag }: ReadyAnswer): ReadyAnswer {
  return { body: Buffer.from(body), etag };
}
