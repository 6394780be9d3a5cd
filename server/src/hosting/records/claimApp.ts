import { LIMITS } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Caller } from '../../operations/identity/Caller.ts';
import {
  findOwner,
  insertOwner,
  listAppsOf,
  lockAppsOf,
} from '../../operations/identity/ownerRows.ts';
import type { Queries } from '../../storage/database/Database.types.ts';

/** Tells whether an id is that of a host app. Push knows, since operators issue its server keys for host apps. */
export interface HostApps {
  isHostApp: (db: Queries, id: string) => Promise<boolean>;
}

/**
 * Assigns an appId to the publisher of the first token that uploads or registers something for it, or to nobody when
 * that token has no publisher. Throws when it belongs to somebody else by now, or is the id of a host app: people would
 * mistake the mini-app for the host, so an operator has to register or assign it first.
 *
 * @param deps.tx a transaction: concurrent claims would otherwise each pass the check of the publisher's limit
 */
export async function claimApp(
  { tx, isHostApp }: HostApps & { tx: Queries },
  appId: string,
  caller: Caller,
): Promise<void> {
  const { publisher } = caller;
  if (!(await findOwner(tx, appId))) {
    if (!caller.isOperator && (await isHostApp(tx, appId))) {
      throw new ApiError(
        'operator-needed',
        `An operator issued a server key for ${appId}, a host app.`,
      );
    }
    if (publisher !== undefined) await requireRoom(tx, publisher);
    if (await insertOwner(tx, appId, publisher ?? null)) return;
  }
  if (publisher === undefined) return;
  const owner = await findOwner(tx, appId);
  if (owner?.publisher_id === publisher || caller.apps?.includes(appId)) return;
  throw new ApiError('app-not-allowed', `${appId} belongs to somebody else.`);
}

async function requireRoom(tx: Queries, publisher: string): Promise<void> {
  await lockAppsOf(tx, publisher);
  if ((await listAppsOf(tx, publisher)).length < LIMITS.appsPerPublisher) return;
  throw new ApiError(
    'app-not-allowed',
    `The publisher ${publisher} has ${LIMITS.appsPerPublisher} mini-apps, which is the limit.`,
  );
}
