import type { Database } from '../database/Database.types.ts';
import type { Bus } from './Bus.types.ts';
import { LocalBus } from './LocalBus.ts';
import { NatsBus, type NatsBusOptions } from './NatsBus.ts';
import { NotifyBus } from './NotifyBus.ts';

/** Opens the bus between the nodes that share a database: NATS if configured, else the database itself. */
export function openBus({ db, nats }: { db: Database; nats?: NatsBusOptions | undefined }): Bus {
  if (!db.isShared) return new LocalBus();
  return nats ? new NatsBus(nats) : new NotifyBus(db);
}
