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

/** Whether an id is that of a host app: push knows, since operators issue its server keys for host apps. */
export interface HostApps {
  isHostApp: (db: Queries, id: string) => Promise<boolean>;
}

/**
 * Makes an appId belong to the publisher of the first token that uploads or registers something for it, or to nobody
 * when that token has none. Throws when it belongs to somebody else by now, or is that of a host app: people would take
 * the mini-app for the host, so an operator registers it, or says first whose it is.
 *
 * @param deps.tx a transaction: several that claim at once would each find room for one more
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
    if (publisher !== undefined) await demandRoom(tx, publisher);
    if (await insertOwner(tx, appId, publisher ?? null)) return;
  }
  if (publisher === undefined) return;
  const owner = await findOwner(tx, appId);
  if (owner?.publisher_id === publisher || caller.apps?.includes(appId)) return;
  throw new ApiError('app-not-allowed', `${appId} belongs to somebody else.`);
}

async function demandRoom(tx: Queries, publisher: string): Promise<void> {
  await lockAppsOf(tx, publisher);
  if ((await listAppsOf(tx, publisher)).length < LIMITS.appsPerPublisher) return;
  throw new ApiError(
    'app-not-allowed',
    `The publisher ${publisher} has ${LIMITS.appsPerPublisher} mini-apps, which is the limit.`,
  );
}
