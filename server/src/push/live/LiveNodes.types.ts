import type { Database } from '../../storage/database/Database.types.ts';
import type { AbsentAcknowledgements } from './AbsentAcknowledgements.types.ts';
import type { DeviceCursors } from './ledger/DeviceCursors.ts';
import type { Presence, PresenceOptions } from './presence/Presence.types.ts';

/** The parts that depend on whether other nodes share the database, chosen together once at startup. */
export interface LiveNodes {
  openPresence(options: PresenceOptions): Presence;
  openAbsent(db: Database, deviceCursors: DeviceCursors): AbsentAcknowledgements;
}
