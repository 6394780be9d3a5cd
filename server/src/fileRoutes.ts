import type { FastifyInstance } from 'fastify';

import { cdnRoutes } from './hosting/artifacts/cdn/cdnRoutes.ts';
import type { MemoryAnswers } from './hosting/artifacts/cdn/MemoryAnswers.ts';
import { errorPages } from './http/docs/errorPages.ts';
import { showApi } from './http/docs/openApi.ts';
import { hostAppHeaders } from './http/web-app/hostAppHeaders.ts';
import { webAppRoutes } from './http/web-app/webAppRoutes.ts';
import type { ServerDeps } from './ServerDeps.types.ts';

/**
 * What is served as files: the documentation, the host app, the artifacts of mini-apps. Gives the artifacts that can be
 * answered from memory.
 */
export async function fileRoutes(
  files: FastifyInstance,
  { config, hostApp, db, objects }: Pick<ServerDeps, 'config' | 'hostApp' | 'db' | 'objects'>,
): Promise<MemoryAnswers> {
  await showApi(files, config.baseUrl);
  errorPages(files, config.baseUrl);
  if (hostApp) {
    webAppRoutes(files, { prefix: '/app/', files: hostApp, headersOf: hostAppHeaders(config) });
  }
  const home = hostApp ? '/app/' : '/docs/';
  files.get('/', { schema: { hide: true } }, async (_, reply) => reply.redirect(home));
  return cdnRoutes(files, { db, objects });
}
