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
 * Tokens are typed into "Try it", and the pages share their origin with the reference host and its mini-apps in a realm: no
 * window that opened a page, or that it was opened from, can reach into it.
 */
const ALONE = { 'cross-origin-opener-policy': 'noopener-allow-popups' };

const WITHOUT_SITE = `<h1>Mini-apps and push</h1>
  <p>This server was started without the site of its documentation: <code>DOCS_DIR</code> names its folder.</p>
  <ul><li>The API as OpenAPI 3.1: <a href="json">JSON</a>, <a href="yaml">YAML</a></li><li><a href="errors/">Errors</a></li></ul>`;

/** What is below `/docs/`: the built site, with the errors in its look, or a page that says what there is without it. */
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
  // Otherwise it would be taken for an error without a code.
  app.get(`${PREFIX}errors/`, HIDDEN, (request, reply) => serve('errors/', request, reply));
}
