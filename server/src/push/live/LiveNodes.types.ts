import type { Database } from '../../storage/database/Database.types.ts';
import type { AbsentAcknowledgements } from './AbsentAcknowledgements.types.ts';
import type { DeviceCursors } from './ledger/DeviceCursors.ts';
import type { Presence, PresenceOptions } from './presence/Presence.types.ts';

/** Whether connected devices are shared with other nodes: what depends on that is chosen together, once for a server. */
export interface LiveNodes {
  openPresence(options: PresenceOptions): Presence;
  openAbsent(db: Database, deviceCursors: DeviceCursors): AbsentAcknowledgements;
}
