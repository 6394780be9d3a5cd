import type { DeviceRegistration } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { type Claims, isTheirs } from '../devices/claims.ts';
import type { DeviceRow } from '../devices/deviceRows.ts';

/**
 * Whether a registration without proof repeats what is known of a device without an owner. It needs no proof, as it
 * changes nothing and the answer reveals nothing.
 */
export async function isRepetition(
  tx: Queries,
  known: DeviceRow,
  previous: DeviceRow | undefined,
  { token, platform, app, previousToken, proof }: DeviceRegistration,
  by: Claims,
): Promise<boolean> {
  if (proof !== undefined || known.token !== token) return false;
  if (known.person_id !== null || by.personId !== null) return false;
  const isSame = known.platform === platform && (app === undefined || known.app === app);
  const isReplaced = previousToken === undefined || previous?.id === known.id;
  return isSame && isReplaced && !(await isTheirs(tx, known, by));
}
