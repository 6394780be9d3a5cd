import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import type { WebAppFiles } from '../web-app/readWebApp.ts';
import { sendWebAppFile } from '../web-app/sendWebAppFile.ts';
import { strictHeaders } from '../web-app/strictHeaders.ts';
import { errorList, errorPages } from './errorPages.ts';
import { type PageLayout, pageLayout } from './PageLayout.ts';

const PREFIX = '/docs/';
const HIDDEN = { schema: { hide: true } };

/**
 * Tokens are typed into "Try it", and the pages share their origin with the reference host and its mini-apps in realms. So
 * pages are isolated from the window that opened them and from windows that they open.
 */
const ALONE = { 'cross-origin-opener-policy': 'noopener-allow-popups' };

const WITHOUT_SITE = `<h1>Mini-apps and push</h1>
  <p>This server was started without the site of its documentation: <code>DOCS_DIR</code> names its folder.</p>
  <ul><li>The API as OpenAPI 3.1: <a href="json">JSON</a>, <a href="yaml">YAML</a></li><li><a href="errors/">Errors</a></li></ul>`;

/** Serves `/docs/`: the built site with the error pages in its layout, or without it a plain page with links. */
export function siteRoutes(
  app: FastifyInstance,
  { site, baseUrl }: { site: WebAppFiles | undefined; baseUrl: string },
): void {
  const layout = pageLayout(site, baseUrl);
  app.get('/docs', HIDDEN, async (_, reply) => reply.redirect(PREFIX));
  errorPages(app, layout);
  if (site) serveSite(app, site, baseUrl);
  else describeServer(app, layout);
}

function describeServer(app: FastifyInstance, layout: PageLayout): void {
  errorList(app, layout);
  app.get(PREFIX, HIDDEN, async (_, reply) =>
    layout.send(reply, 'Mini-apps and push', WITHOUT_SITE),
  );
}

/** `/docs/embed/` is the file `embed/index.html`. */
function serveSite(app: FastifyInstance, site: WebAppFiles, baseUrl: string): void {
  const headers = { ...strictHeaders(baseUrl), ...ALONE };
  const serve = (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = site.get(/(^|\/)$/.test(path) ? `${path}index.html` : path);
    if (file) return sendWebAppFile(request, reply.headers(headers), file);
    if (site.has(`${path}/index.html`)) return reply.redirect(`${PREFIX}${path}/`);
    throw new ApiError('not-found', `There is no ${PREFIX}${path}.`);
  };
  app.get(`${PREFIX}*`, HIDDEN, (request, reply) =>
    serve((request.params as { '*': string })['*'], request, reply),
  );
  // Otherwise the route of a single error would match, with an empty code.
  app.get(`${PREFIX}errors/`, HIDDEN, (request, reply) => serve('errors/', request, reply));
}
