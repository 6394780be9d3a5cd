import { CONSOLE_PATH } from '@host/contracts';
import type { FastifyInstance } from 'fastify';

import { cdnRoutes } from './hosting/artifacts/cdn/cdnRoutes.ts';
import type { MemoryAnswers } from './hosting/artifacts/cdn/MemoryAnswers.ts';
import { documentRoutes } from './http/docs/documentRoutes.ts';
import { siteRoutes } from './http/docs/siteRoutes.ts';
import { npmRoutes } from './http/npm-registry/npmRoutes.ts';
import { consoleHeaders } from './http/web-app/consoleHeaders.ts';
import { hostAppHeaders } from './http/web-app/hostAppHeaders.ts';
import { webAppRoutes } from './http/web-app/webAppRoutes.ts';
import { withPreview } from './http/web-app/withPreview.ts';
import type { ServerDeps } from './ServerDeps.types.ts';

/**
 * Serves files: the documentation, the host app, npm packages, the artifacts of mini-apps. Returns the artifacts that can
 * be answered from memory.
 */
export async function fileRoutes(
  files: FastifyInstance,
  deps: Pick<
    ServerDeps,
    'config' | 'docsSite' | 'hostApp' | 'consoleApp' | 'packages' | 'db' | 'objects'
  >,
): Promise<MemoryAnswers> {
  const { config, docsSite, hostApp, consoleApp, packages, db, objects } = deps;
  documentRoutes(files);
  siteRoutes(files, { site: docsSite, baseUrl: config.baseUrl });
  if (hostApp) {
    webAppRoutes(files, { prefix: '/app/', files: hostApp, headersOf: hostAppHeaders(config) });
  }
  if (consoleApp) {
    webAppRoutes(files, {
      prefix: CONSOLE_PATH,
      files: withPreview(consoleApp, hostApp),
      headersOf: consoleHeaders(config.consoleUrl),
    });
  }
  if (packages) {
    // A scope of its own, since its errors have the form that npm expects.
    await files.register(async (registry) => npmRoutes(registry, packages));
  }
  const home = hostApp ? '/app/' : '/docs/';
  files.get('/', { schema: { hide: true } }, async (_, reply) => reply.redirect(home));
  return cdnRoutes(files, { db, objects });
}
