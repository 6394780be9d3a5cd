import type { Queries } from '../../storage/database/Database.types.ts';
import { matches } from '../conditions/matches.ts';
import { parseCondition } from '../conditions/parseCondition.ts';
import { devicesOfPerson } from '../devices/deviceRows.ts';
import { subscriptionsOf } from '../devices/topicRows.ts';
import { readClock } from '../messages/clockRows.ts';
import {
  type Span,
  addDirect,
  addEntry,
  addFromTopics,
  addPersonal,
  lockInbox,
  moveInbox,
  sentWithCondition,
} from './inboxRows.ts';

const CONDITIONS_AT_ONCE = 1000;

/**
 * Adds everything that was sent to people until now to their inboxes. Gives the position up to which that is.
 * @param since collects again from this position: a device that was nobody's for a while is theirs again, with what was
 * sent to it meanwhile
 */
export async function collectInboxes(
  tx: Queries,
  personIds: readonly string[],
  since = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const positions = new Map<string, number>();
  // Always after devices and in one order, so that two transactions never wait for each other.
  for (const personId of [...new Set(personIds)].toSorted()) {
    positions.set(personId, await lockInbox(tx, personId));
  }
  // Read after the locks: nobody has collected more, and the next owner of a device starts where this ends.
  const upTo = await readClock(tx);
  for (const [personId, position] of positions) {
    await addAll(tx, { personId, after: Math.min(position, since), upTo });
    await moveInbox(tx, personId, upTo);
  }
  return upTo;
}

async function addAll(tx: Queries, span: Span): Promise<void> {
  if (span.after >= span.upTo) return;
  await addDirect(tx, span);
  await addPersonal(tx, span);
  await addFromTopics(tx, span);
  await addFromConditions(tx, span);
}

async function addFromConditions(tx: Queries, span: Span): Promise<void> {
  const devices = await devicesOfPerson(tx, span.personId);
  if (devices.length === 0) return;
  // Nothing before the first of their devices was theirs can be for them.
  const first = Math.min(...devices.map(({ owner_since }) => owner_since));
  for (let after = Math.max(span.after, first); after < span.upTo;) {
    const page = await sentWithCondition(tx, { ...span, after }, CONDITIONS_AT_ONCE);
    for (const device of devices) await addMatching(tx, span.personId, device, page);
    if (page.length < CONDITIONS_AT_ONCE) return;
    after = page.at(-1)!.position;
  }
}

async function addMatching(
  tx: Queries,
  personId: string,
  device: { id: number; owner_since: number },
  page: Awaited<ReturnType<typeof sentWithCondition>>,
): Promise<void> {
  if (page.length === 0) return;
  const subscriptions = await subscriptionsOf(tx, device.id);
  for (const { id, position, condition } of page) {
    if (position <= device.owner_since) continue;
    const had = new Set(
      subscriptions.filter(({ since }) => since < position).map(({ topic }) => topic),
    );
    const parsed = parseCondition(condition);
    if (parsed && matches(parsed, had)) await addEntry(tx, personId, id);
  }
}
