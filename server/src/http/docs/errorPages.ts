import { ERRORS, type ErrorCode } from '@host/contracts';
import type { FastifyInstance } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import { reportingHeaders } from '../policy-reports/reportingHeaders.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif }
  body { max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem }
  h1 { font-size: 1.6rem; margin-bottom: .25rem } a { color: LinkText }
  code { font: .9em ui-monospace, monospace }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
  .status { opacity: .7 }`;

const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The pages that the `type` of an error answer leads to, made from the error table. */
export function errorPages(app: FastifyInstance, baseUrl: string): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    ...reportingHeaders(CONTENT_SECURITY_POLICY, baseUrl),
  };
  app.get('/docs/errors/', { schema: { hide: true } }, async (_, reply) =>
    reply.headers(headers).send(page('Errors', tableOfErrors())),
  );
  app.get('/docs/errors/:code', { schema: { hide: true } }, async (request, reply) => {
    const { code } = request.params as { code: string };
    if (!Object.hasOwn(ERRORS, code))
      throw new ApiError('not-found', `There is no error "${code}".`);
    return reply.headers(headers).send(page(code, oneError(code as ErrorCode)));
  });
}

function oneError(code: ErrorCode): string {
  const { status, title, fix } = ERRORS[code];
  return `<h1>${escape(title)}</h1>
    <p class="status">Status ${status}, <code>${code}</code></p>
    <p>${prose(fix)}</p>
    <p><a href="./">All errors</a></p>`;
}

function tableOfErrors(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, title, fix }]) =>
      `<tr><td>${status}</td><td><a href="${code}"><code>${code}</code></a></td><td>${escape(title)}. ${prose(fix)}</td></tr>`,
  );
  return `<h1>Errors</h1>
    <p>Every error answer has one of these codes. <a href="../">Back to the API</a></p>
    <table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">What it means, and what to do</th></tr></thead>
    <tbody>${rows.join('')}</tbody></table>`;
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>${escape(title)}</title><style>${STYLE}</style><main>${body}</main></html>`;
}

/** Text of the error table, with `code` in backticks. */
function prose(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
