import { ACTION_TOPIC } from '../../operations/actions/AdminActions.ts';
import { type NewAuditEntry, appendAuditEntries } from '../../operations/audit/auditRows.ts';
import type { GrantOfPerson } from '../../operations/console/grantOfPerson.ts';
import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { type RefusedMessage, findRefused } from '../server-keys/findRefused.ts';
import { type DueMessage, appsOfMessages, cancelDue } from './dueRows.ts';

const CANCEL = 'push.cancel';

/**
 * Cancels due messages that their senders may no longer send: revoking a key, a role or a mini-app also ends what it
 * scheduled. Returns whether there were any.
 */
export async function cancelRefused(
  { db, grantOfPerson }: { db: Database; grantOfPerson: GrantOfPerson },
  due: readonly DueMessage[],
  now: number,
): Promise<boolean> {
  const appsOf = (ids: readonly number[]) => appsOfMessages(db, ids);
  const refused = await findRefused({ db, grantOfPerson, appsOf }, due);
  if (refused.length === 0) return false;
  const senders = new Map(due.map(({ id, sender }) => [id, sender]));
  await db.transaction((tx) => cancel(tx, refused, senders, now));
  return true;
}

/** Cancels messages and writes the audit entries in one transaction. */
async function cancel(
  tx: Transaction,
  refused: readonly RefusedMessage[],
  senders: ReadonlyMap<number, string>,
  now: number,
): Promise<void> {
  const cancelled = new Set<number>();
  // In a fixed order, since several nodes may be about to cancel the same messages.
  const reasons = [...new Set(refused.map(({ because }) => because))].toSorted();
  for (const reason of reasons) {
    const ids = refused.filter(({ because }) => because === reason).map(({ id }) => id);
    for (const id of await cancelDue(tx, ids, reason, now)) cancelled.add(id);
  }
  if (cancelled.size === 0) return;
  await appendAuditEntries(tx, entriesOf(refused, cancelled, senders, now));
  await tx.notify({ topic: ACTION_TOPIC, key: CANCEL });
}

/** One entry for each sender, reason and mini-app, however many messages. */
function entriesOf(
  refused: readonly RefusedMessage[],
  cancelled: ReadonlySet<number>,
  senders: ReadonlyMap<number, string>,
  now: number,
): NewAuditEntry[] {
  const entries = new Map<string, NewAuditEntry & { details: { messages: number } }>();
  for (const { id, because, appId } of refused) {
    if (!cancelled.has(id)) continue;
    const target = senders.get(id)!;
    const key = JSON.stringify([target, because, appId]);
    const entry = entries.get(key);
    if (entry) entry.details.messages += 1;
    else {
      const details = { because, ...(appId !== undefined && { appId }), messages: 1 };
      const told = { action: CANCEL, target, address: '', requestId: '', details };
      entries.set(key, { at: now, actor: 'system', ...told });
    }
  }
  return [...entries.values()];
}
