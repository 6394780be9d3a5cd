import type { FastifyReply } from 'fastify';

import { reportingHeaders } from '../policy-reports/reportingHeaders.ts';
import type { WebAppFiles } from '../web-app/readWebApp.ts';
import { strictHeaders } from '../web-app/strictHeaders.ts';

/** How pages look that the server writes itself. */
export interface PageLayout {
  send(reply: FastifyReply, title: string, main: string): FastifyReply;
}

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif }
  body { max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem }
  h1 { font-size: 1.6rem; margin-bottom: .25rem } a { color: LinkText }
  code { font: .9em ui-monospace, monospace }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
  .status { opacity: .7 }`;
const PLAIN_POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const HTML = 'text/html; charset=utf-8';
/** The page of the site with `{title}` and `{main}` to fill in. */
const TEMPLATE = 'template.html';

/** Pages as those of the site, or plain ones where there is none. */
export function pageLayout(site: WebAppFiles | undefined, baseUrl: string): PageLayout {
  const template = site?.get(TEMPLATE)?.content.toString() ?? PLAIN;
  const headers = {
    'content-type': HTML,
    ...(site ? strictHeaders(baseUrl) : reportingHeaders(PLAIN_POLICY, baseUrl)),
  };
  return {
    send: (reply, title, main) => {
      // In one pass and with a replacer function: placeholders and `$` in the inserted text stay as they are.
      const page = template.replaceAll(/\{(title|main)\}/g, (_, what) =>
        what === 'title' ? escapeHtml(title) : main,
      );
      return reply.headers(headers).send(page);
    },
  };
}

const PLAIN = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
  <title>{title}</title><style>${STYLE}</style><main>{main}</main></html>`;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
