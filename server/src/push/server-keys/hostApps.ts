import { ApiError } from '../../errors/ApiError.ts';
import { findMiniProgram } from '../../hosting/records/miniProgramRows.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { listBoundApps } from './serverKeyRows.ts';
import { namesIn } from './serverKeys.ts';

/**
 * Whether an operator has issued a server key for an id as a host app. Revoked keys count as well: between two keys, the id
 * must not become available for a mini-app.
 */
export async function isHostApp(db: Queries, id: string): Promise<boolean> {
  const rows = await listBoundApps(db);
  return rows.some(({ apps }) => namesIn(apps)!.includes(id));
}

/**
 * Refuses to issue a key for host apps whose ids are those of mini-apps: it would be ambiguous in whose name it sends.
 * Suspended mini-apps do not count, so that squatting on the id of a host has no effect.
 */
export async function refuseMiniApps(db: Queries, apps: readonly string[]): Promise<void> {
  for (const [index, id] of apps.entries()) {
    const found = await findMiniProgram(db, id);
    if (!found || (found.suspended === 1 && found.suspended_by_operator === 1)) continue;
    throw new ApiError(
      'invalid-body',
      `/apps/${index}: ${id} is a mini-app: name it in miniApps, or suspend it if it is your host app's id`,
    );
  }
}
