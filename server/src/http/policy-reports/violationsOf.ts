import { DIRECTIVES } from './directives.ts';
import type { PolicyReport } from './PolicyReport.ts';
import { MAX_SHOWN_LENGTH } from './policyReportLimits.ts';

/** What is recorded of a violation: never a query, a fragment or a sample of a script, which can contain secrets. */
export interface Violation {
  /** One of a fixed list, or `other`. */
  directive: string;
  /** The path of the page. */
  page: string;
  /** The origin of what was blocked, or its kind. */
  blocked: string;
}

/** Keywords that browsers send instead of a URL. */
const KINDS = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'trusted-types-policy',
  'trusted-types-sink',
  'self',
  'about',
  'blob',
  'data',
  'filesystem',
]);
const TOO_LONG = '(long)';

/** The violations in a body of either form. */
export function violationsOf(report: PolicyReport): Violation[] {
  if (Array.isArray(report)) {
    return report.flatMap(({ type, body }) =>
      type === 'csp-violation' && body
        ? [violation(body.effectiveDirective, body.documentURL, body.blockedURL)]
        : [],
    );
  }
  const told = report['csp-report'];
  const directive = told['effective-directive'] ?? told['violated-directive']?.split(' ')[0];
  return [violation(directive, told['document-uri'], told['blocked-uri'])];
}

function violation(
  directive: string | undefined,
  page: string | undefined,
  blocked: string | undefined,
): Violation {
  return {
    directive: directive !== undefined && DIRECTIVES.has(directive) ? directive : 'other',
    page: shown(parsed(page)?.pathname),
    blocked: shown(originOf(blocked)),
  };
}

function originOf(blocked: string | undefined): string | undefined {
  if (blocked === undefined || KINDS.has(blocked)) return blocked;
  const url = parsed(blocked);
  // URLs of extensions and files have no origin: only their scheme is recorded.
  return url && (url.origin === 'null' ? url.protocol : url.origin);
}

function parsed(address: string | undefined): URL | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
}

function shown(text: string | undefined): string {
  if (text === undefined || text === '') return '(none)';
  return text.length > MAX_SHOWN_LENGTH ? TOO_LONG : text;
}
