import type { NotificationApp } from '@host/contracts';

import { findMiniProgram } from '../../hosting/records/miniProgramRows.ts';
import { findForemost, registrationOf } from '../../hosting/records/versionRows.ts';
import type { Queries } from '../../storage/database/Database.types.ts';

/** A mini-app in whose name somebody sends. */
export interface SendingApp {
  /** How people see it: from the registry, whatever the sender claims. */
  app: NotificationApp;
  /** Whether its current version declares the permission to notify. */
  declaresPush: boolean;
}

/** A mini-app that may send, from the registry; `suspended` when it may not, undefined when it is not registered. */
export async function sendingApp(
  db: Queries,
  appId: string,
): Promise<SendingApp | 'suspended' | undefined> {
  const row = await findMiniProgram(db, appId);
  if (!row) return undefined;
  if (row.suspended === 1) return 'suspended';
  const { name, icon, permissions } = registrationOf(await findForemost(db, appId));
  return {
    app: { id: appId, name, ...(icon && { icon }) },
    declaresPush: permissions.includes('push'),
  };
}
