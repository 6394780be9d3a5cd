import * as z from 'zod/mini';

import { MAX_REPORTS_PER_BODY } from './policyReportLimits.ts';

/** The body of a report by `report-uri` (CSP 2), with the fields that are used. */
const LegacyReport = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'effective-directive': z.optional(z.string()),
    // Older browsers send only this one, with the sources after the name.
    'violated-directive': z.optional(z.string()),
    'blocked-uri': z.optional(z.string()),
  }),
});

/** The body of the Reporting API; reports of other kinds are ignored. */
const ReportBatch = z
  .array(
    z.object({
      type: z.string(),
      body: z.optional(
        z.nullable(
          z.object({
            documentURL: z.optional(z.string()),
            effectiveDirective: z.optional(z.string()),
            blockedURL: z.optional(z.string()),
          }),
        ),
      ),
    }),
  )
  .check(z.maxLength(MAX_REPORTS_PER_BODY));

/** The body of `POST /v1/csp-reports`. */
export const PolicyReport = z.union([LegacyReport, ReportBatch]);
export type PolicyReport = z.infer<typeof PolicyReport>;
