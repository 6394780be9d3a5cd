import { ApiError } from '../ApiError.ts';
import type { Queries } from '../storage/database/Database.types.ts';
import { findDevice } from './deviceRows.ts';
import { isOurToken } from './deviceToken.ts';
import type { Registrant } from './registerDevice.ts';

/** A token of ours may be known to many; only the device that has its key says whose it is. */
export async function demandOwnKey(db: Queries, token: string, by: Registrant): Promise<void> {
  if (!isOurToken(token) || by.keyToken === token) return;
  const device = await findDevice(db, token);
  if (!device || device.person_id === by.personId) return;
  throw new ApiError('device-key-wrong', 'The device changes hands only with its key.');
}
