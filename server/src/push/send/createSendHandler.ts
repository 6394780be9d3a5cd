import type { RequestBudgets } from '../../http/rate-limits/budgets/RequestBudgets.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { CommittedBatch } from '../messages/Message.types.ts';
import type { MessageLog } from '../messages/MessageLog.ts';
import { SendService } from './SendService.ts';
import type { SendHandler } from './SendHandler.types.ts';
import { ThreadSendHandler } from './ThreadSendHandler.ts';
import { LocalSendHandler } from './LocalSendHandler.ts';

/**
 * How long a repetition waits for a node that was lost in the middle of the same send. Short, since the lock is only an
 * optimization: the statement itself keeps a message from being stored twice.
 */
const LEASE_MS = 1000;

/** Chooses where sends are handled: on the writer thread of the database, if it has one, else on the main thread. */
export function createSendHandler(options: {
  db: Database;
  log: MessageLog;
  usesPushServices: () => boolean;
  reachesApple: () => boolean;
  /** Where nodes share limits. */
  budgets: RequestBudgets | undefined;
  onCommit: (batch: CommittedBatch) => void;
}): SendHandler {
  const { db, log, usesPushServices, reachesApple, onCommit } = options;
  const port = db.startOnWriterThread?.('sends');
  if (port) {
    const context = () => ({
      usesPushServices: usesPushServices(),
      reachesApple: reachesApple(),
    });
    return new ThreadSendHandler({ port, context, onCommit });
  }
  const service = new SendService({
    db,
    log,
    oneAtATime: (name, work) => db.withLock(name, work, LEASE_MS),
    reachesApple,
    budgets: options.budgets,
  });
  return new LocalSendHandler(service);
}
