import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import type { WebAppFiles } from './readWebApp.ts';
import { sendWebAppFile } from './sendWebAppFile.ts';

/** A built web app, and where it is served. */
export interface WebApp {
  /** With a slash at both ends, `/app/`. */
  prefix: string;
  files: WebAppFiles;
  /** The headers of a file, by its path. */
  headersOf: (path: string) => Record<string, string>;
}

const PAGE = 'index.html';

/** Serves a built web app. Paths without a file are answered with its page: the app does its own routing. */
export function webAppRoutes(app: FastifyInstance, { prefix, files, headersOf }: WebApp): void {
  const handle = (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.params as { '*': string })['*'];
    const found = files.has(path) || !isPage(path) ? path : PAGE;
    const file = files.get(found);
    if (!file) throw new ApiError('not-found', `There is no ${prefix}${path}.`);
    return sendWebAppFile(request, reply.headers(headersOf(found)), file);
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
