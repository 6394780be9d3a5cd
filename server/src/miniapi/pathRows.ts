import { MiniAppPath, usualPath } from '@host/contracts';
import * as z from 'zod/mini';

import type { Queries } from '../storage/database/Database.types.ts';

/** The mini-app behind a path. */
export interface PathOwner {
  app_id: string;
  suspended: number;
  suspended_reason: string | null;
  upstream: string | null;
}

/** Gives a mini-app the path that it gets by itself, unless it has one or somebody else came first. */
export async function claimUsualPath(tx: Queries, appId: string): Promise<void> {
  const path = usualPath(appId);
  if (!z.safeParse(MiniAppPath, path).success) return;
  await tx.run(
    'INSERT INTO mini_app_paths (path, app_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    path,
    appId,
  );
}

/** Gives a mini-app another path; false when somebody else has it, and then nothing may be committed. */
export async function movePath(tx: Queries, appId: string, path: string): Promise<boolean> {
  await tx.run('DELETE FROM mini_app_paths WHERE app_id = ?', appId);
  const changed = await tx.run(
    'INSERT INTO mini_app_paths (path, app_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    path,
    appId,
  );
  return changed === 1;
}

export function findPathOwner(db: Queries, path: string): Promise<PathOwner | undefined> {
  return db.get<PathOwner>(
    `SELECT m.app_id, m.suspended, m.suspended_reason, m.upstream
      FROM mini_app_paths p JOIN mini_programs m ON m.app_id = p.app_id WHERE p.path = ?`,
    path,
  );
}

export async function setUpstream(tx: Queries, appId: string, url: string | null): Promise<void> {
  await tx.run('UPDATE mini_programs SET upstream = ? WHERE app_id = ?', url, appId);
}
