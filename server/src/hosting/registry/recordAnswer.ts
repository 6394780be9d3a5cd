import { createHash } from 'node:crypto';

import type { Answer } from '../../operations/actions/AdminActions.ts';
import type { MiniProgramRow } from '../records/miniProgramRows.ts';
import type { VersionRow } from '../records/versionRows.ts';
import { toRegistrationRecord } from './toRegistrationRecord.ts';

/** The path under which a version's record can be read. */
function recordPath(appId: string, version: string): string {
  return `/v1/admin/mini-programs/${appId}/versions/${version}`;
}

/** A version's record as the answer to an admin's request. */
export function recordAnswer(status: 200 | 201, row: VersionRow, app: MiniProgramRow): Answer {
  const body = toRegistrationRecord(row, app);
  const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}"`;
  const location = status === 201 ? { location: recordPath(row.app_id, row.version) } : {};
  return { status, headers: { etag, ...location }, body };
}
