import type { DeviceDetails } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { isOurToken } from '../devices/deviceToken.ts';
import { readBacklog } from '../live/backlog/Backlog.ts';
import { readClock } from '../messages/clockRows.ts';
import { type FoundDevice, countStored } from './searchRows.ts';

/** How many messages are still waiting to be delivered to a device. */
export async function waitingFor(
  db: Queries,
  device: FoundDevice,
  now: number,
): Promise<DeviceDetails['waiting']> {
  // A device that is only reached by its push service acknowledges nothing here.
  if (!isOurToken(device.token)) {
    return { messages: await countStored(db, device.id, now), isExact: true };
  }
  const upTo = await readClock(db);
  const owner = { deviceId: device.id, app: device.app };
  const missed = await readBacklog(db, owner, { after: device.position, upTo });
  const waiting = missed.messages.filter(({ expires_at }) => expires_at > now);
  return { messages: waiting.length, isExact: missed.upTo >= upTo };
}
