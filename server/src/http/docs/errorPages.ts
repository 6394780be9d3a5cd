import { ERRORS, type ErrorCode } from '@host/contracts';
import type { FastifyInstance } from 'fastify';

import { ApiError } from '../../errors/ApiError.ts';
import { type PageLayout, escapeHtml } from './PageLayout.ts';

/** The pages that the `type` of an error answer leads to, made from the error table. */
export function errorPages(app: FastifyInstance, layout: PageLayout): void {
  app.get('/docs/errors/:code', { schema: { hide: true } }, async (request, reply) => {
    const { code } = request.params as { code: string };
    if (!Object.hasOwn(ERRORS, code))
      throw new ApiError('not-found', `There is no error "${code}".`);
    return layout.send(reply, code, oneError(code as ErrorCode));
  });
}

/** The list of all errors, for a server without the site of the docs. */
export function errorList(app: FastifyInstance, layout: PageLayout): void {
  app.get('/docs/errors/', { schema: { hide: true } }, async (_, reply) =>
    layout.send(reply, 'Errors', tableOfErrors()),
  );
}

function oneError(code: ErrorCode): string {
  const { status, title, fix } = ERRORS[code];
  return `<h1>${escapeHtml(title)}</h1>
    <p class="status">Status ${status}, <code>${code}</code></p>
    <p>${prose(fix)}</p>
    <p><a href="./">All errors</a></p>`;
}

function tableOfErrors(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, title, fix }]) =>
      `<tr><td>${status}</td><td><a href="${code}"><code>${code}</code></a></td><td>${escapeHtml(title)}. ${prose(fix)}</td></tr>`,
  );
  return `<h1>Errors</h1>
    <p>Every error answer has one of these codes. <a href="../">Back to the docs</a></p>
    <table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">What it means, and what to do</th></tr></thead>
    <tbody>${rows.join('')}</tbody></table>`;
}

/** Text of the error table, with `code` in backticks. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
