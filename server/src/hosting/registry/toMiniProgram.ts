import type { MiniProgram, PublisherName } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import type { MiniProgramRow, MiniProgramWithCount } from '../records/miniProgramRows.ts';
import { isolationOf, trustOf } from '../records/trustOf.ts';
import {
  type Served,
  type VersionRow,
  findForemostOf,
  listServedOf,
} from '../records/versionRows.ts';

/** A mini-app as the admin API answers it. */
export async function toMiniProgram(db: Queries, row: MiniProgramWithCount): Promise<MiniProgram> {
  const [miniProgram] = await toMiniPrograms(db, [row]);
  return miniProgram!;
}

/** Several mini-apps, with as many queries as for one. */
export async function toMiniPrograms(
  db: Queries,
  rows: readonly MiniProgramWithCount[],
): Promise<MiniProgram[]> {
  const appIds = rows.map(({ app_id }) => app_id);
  const [foremost, served] = [await findForemostOf(db, appIds), await listServedOf(db, appIds)];
  return rows.map((row) => describeRow(row, foremost.get(row.app_id)!, served.get(row.app_id)));
}

function describeRow(
  row: MiniProgramWithCount,
  foremost: VersionRow,
  released: Served[] = [],
): MiniProgram {
  return {
    appId: row.app_id,
    name: row.name,
    latestVersion: row.latest_version,
    released,
    suspended: row.suspended === 1,
    ...(row.suspended_reason !== null && { suspendedReason: row.suspended_reason }),
    ...publisherOf(row),
    isolation: isolationOf(foremost, row),
    trust: trustOf(foremost, row),
    ...(row.path !== null && { path: row.path }),
    ...(row.upstream !== null && { upstream: row.upstream }),
    versions: row.versions,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

/** A mini-app's publisher as people are shown it; empty unless an operator assigned one. */
export function publisherOf(row: MiniProgramRow): { publisher?: PublisherName } {
  const { publisher_id: id, publisher_name: name } = row;
  return id === null || name === null ? {} : { publisher: { id, name } };
}
