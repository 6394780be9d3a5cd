import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import { chooseEncoding } from '../chooseEncoding.ts';
import { matchesEtag } from '../matchesEtag.ts';
import type { WebAppFile, WebAppFiles } from './readWebApp.ts';

/** A built web app, and where it is served. */
export interface WebApp {
  /** With a slash at both ends, `/app/`. */
  prefix: string;
  files: WebAppFiles;
  /** The headers of a file, by its path. */
  headersOf: (path: string) => Record<string, string>;
}

const PAGE = 'index.html';

/** Serves a built web app. Paths without a file are pages of it, which the app routes itself. */
export function webAppRoutes(app: FastifyInstance, { prefix, files, headersOf }: WebApp): void {
  const handle = (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.params as { '*': string })['*'];
    const found = files.has(path) || !isPage(path) ? path : PAGE;
    const file = files.get(found);
    if (!file) throw new ApiError('not-found', `There is no ${prefix}${path}.`);
    return answer(request, reply.headers(headersOf(found)), file);
  };
  app.get(prefix.slice(0, -1), { schema: { hide: true } }, async (_, reply) =>
    reply.redirect(prefix),
  );
  app.get(`${prefix}*`, { schema: { hide: true } }, handle);
}

// A missing script must not be answered with a page, which the browser would try to run.
function isPage(path: string): boolean {
  return !/^(?:assets|api)\//.test(path) && !/\.(?:js|json|map|png|svg|webmanifest)$/.test(path);
}

function answer(request: FastifyRequest, reply: FastifyReply, file: WebAppFile) {
  const { content, encodings, contentType, isImmutable } = file;
  const encoding = chooseEncoding(request.headers['accept-encoding'], {
    ...(encodings.br && { br: encodings.br.length }),
    ...(encodings.gzip && { gzip: encodings.gzip.length }),
  });
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`;
  void reply.headers({
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-type': contentType,
    vary: 'accept-encoding',
    etag,
  });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding) void reply.header('content-encoding', encoding);
  return reply.send(encoding ? encodings[encoding] : content);
}
