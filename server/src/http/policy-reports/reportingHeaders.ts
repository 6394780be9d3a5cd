/** Where browsers report what a policy blocked. */
export const REPORTS_PATH = '/v1/csp-reports';
const GROUP = 'csp';

/**
 * A policy with the address for reports of what it blocks. `report-uri` alone, which every browser follows. Where a policy
 * has `report-to` as well, Chromium follows only that, and then a page that has no origin, or is not on https, reports
 * nothing: those get {@link withReportUri}, and the others {@link reportingHeaders}.
 */
export function withReportUri(policy: string): string {
  return `${policy}; report-uri ${REPORTS_PATH}`;
}

interface ReportingHeaders {
  'content-security-policy': string;
  'reporting-endpoints'?: string;
}

/** The headers of a page with an origin: its policy, with the addresses for reports of what it blocks. */
export function reportingHeaders(policy: string, baseUrl: string): ReportingHeaders {
  const reported = withReportUri(policy);
  if (!baseUrl.startsWith('https:')) return { 'content-security-policy': reported };
  return {
    'content-security-policy': `${reported}; report-to ${GROUP}`,
    'reporting-endpoints': `${GROUP}="${REPORTS_PATH}"`,
  };
}
