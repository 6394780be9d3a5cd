import { ACTION_TOPIC } from '../../operations/actions/AdminActions.ts';
import { appendAudit } from '../../operations/audit/auditRows.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { type Refusal, refusedSenders } from '../server-keys/refusedSenders.ts';
import { cancelDueOf } from './dueRows.ts';

const CANCEL = 'push.cancel';

/**
 * Cancels messages that are due whose senders may not send any more: taking a key away ends what it scheduled, too. Says
 * whether there were any.
 */
export async function cancelRefused(
  db: Database,
  senders: Iterable<string>,
  now: number,
): Promise<boolean> {
  const refused = await refusedSenders(db, senders);
  for (const [sender, because] of refused) await cancel(db, sender, because, now);
  return refused.size > 0;
}

/** The messages, and what the audit log says of it, are one transaction. */
async function cancel(db: Database, sender: string, because: Refusal, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    const messages = await cancelDueOf(tx, sender, now);
    if (messages === 0) return;
    await appendAudit(tx, {
      at: now,
      actor: 'system',
      action: CANCEL,
      target: sender,
      address: '',
      requestId: '',
      details: { because, messages },
    });
    await tx.notify({ topic: ACTION_TOPIC, key: CANCEL });
  });
}
