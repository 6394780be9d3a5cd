import type { Database } from '../../storage/database/Database.types.ts';
import type { CommittedBatch } from '../messages/Message.types.ts';
import type { MessageLog } from '../messages/MessageLog.ts';
import { SendService } from './SendService.ts';
import type { Sends } from './Sends.types.ts';
import { SendsBeside } from './SendsBeside.ts';
import { SendsHere } from './SendsHere.ts';

/** Takes sends beside the database where that can be done, and otherwise here. */
export function openSends(options: {
  db: Database;
  log: MessageLog;
  usesPushServices: () => boolean;
  reachesApple: () => boolean;
  onCommit: (batch: CommittedBatch) => void;
}): Sends {
  const { db, log, usesPushServices, reachesApple, onCommit } = options;
  const port = db.startBeside?.('sends');
  if (port) {
    const surroundings = () => ({
      usesPushServices: usesPushServices(),
      reachesApple: reachesApple(),
    });
    return new SendsBeside({ port, surroundings, onCommit });
  }
  const service = new SendService({
    db,
    log,
    oneAtATime: (name, work) => db.withLock(name, work),
    reachesApple,
  });
  return new SendsHere(service);
}
