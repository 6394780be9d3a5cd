import type { ReportKind } from '@host/contracts';

/** What hosts report of a version, as people say it. */
export const REPORT_WORDS: Readonly<Record<ReportKind, string>> = {
  loaded: 'opened',
  'load-failed': 'did not load',
  'crashed-on-start': 'crashed on start',
  hung: 'hung',
  crashed: 'crashed',
  complaint: 'complaint',
};
