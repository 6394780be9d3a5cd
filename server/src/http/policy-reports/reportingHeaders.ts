/** Where browsers report what a policy blocked. */
export const REPORTS_PATH = '/v1/csp-reports';
const GROUP = 'csp';

/**
 * A policy with `report-uri`, which every browser supports. When a policy has `report-to` as well, Chromium uses only
 * that, and a page without an origin or https then reports nothing: such pages get {@link withReportUri}, the others
 * {@link reportingHeaders}.
 */
export function withReportUri(policy: string): string {
  return `${policy}; report-uri ${REPORTS_PATH}`;
}

interface ReportingHeaders {
  'content-security-policy': string;
  'reporting-endpoints'?: string;
}

/** The headers of a page with an origin: its policy, with both ways to report violations. */
export function reportingHeaders(policy: string, baseUrl: string): ReportingHeaders {
  const reported = withReportUri(policy);
  if (!baseUrl.startsWith('https:')) return { 'content-security-policy': reported };
  return {
    'content-security-policy': `${reported}; report-to ${GROUP}`,
    'reporting-endpoints': `${GROUP}="${REPORTS_PATH}"`,
  };
}
