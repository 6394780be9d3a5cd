import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import * as z from 'zod/mini';

import { acceptJsonAs } from '../bodies/jsonBodies.ts';
import { limitRoute } from '../rate-limits/rateLimits.ts';
import type { TypedApp } from '../TypedApp.types.ts';
import { PolicyReport } from './PolicyReport.ts';
import { MAX_REPORT_BODIES_PER_MINUTE, MAX_REPORT_BODY_BYTES } from './policyReportLimits.ts';
import { PolicyReports } from './PolicyReports.ts';
import { REPORTS_PATH } from './reportingHeaders.ts';
import { violationsOf } from './violationsOf.ts';

const MEDIA_TYPES = ['application/csp-report', 'application/reports+json'];

/**
 * Accepts reports of browsers about the policies of our pages. It needs a scope of its own, since it replaces the body
 * parsers.
 */
export function policyReportRoutes(
  scope: TypedApp,
  { logger, metrics }: { logger: FastifyBaseLogger; metrics: Registry },
): void {
  const reports = new PolicyReports(logger, metrics);
  scope.addHook('onClose', async () => reports.close());
  acceptJsonAs(scope, MEDIA_TYPES);
  scope.post(
    REPORTS_PATH,
    {
      onRequest: limitRoute('policy-reports', MAX_REPORT_BODIES_PER_MINUTE),
      bodyLimit: MAX_REPORT_BODY_BYTES,
      // Violations have their own lines, and strangers can send many reports.
      config: { isLoggedAsRead: true },
      schema: {
        tags: ['operations'],
        summary: 'Report what a Content-Security-Policy blocked',
        description:
          'Browsers send it, by `report-uri` or the Reporting API. At most 20 reports and 16 KB. The log has the directive, the path of the page and the origin of what was blocked, once an hour; nothing else is kept.',
        consumes: MEDIA_TYPES,
        body: PolicyReport,
        response: { 204: z.null() },
      },
    },
    async ({ body }, reply) => {
      for (const violation of violationsOf(body)) reports.note(violation);
      return reply.code(204).send(null);
    },
  );
}
