import { parseCondition } from '@host/contracts';

import type { Transaction } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import { matches } from '../conditions/matches.ts';
import { devicesOfPeople } from '../devices/deviceRows.ts';
import { type SubscriptionRow, subscriptionsOfAll } from '../devices/topicRows.ts';
import { readClock } from '../messages/clockRows.ts';
import {
  type Span,
  addEntries,
  addSent,
  lockInboxes,
  moveInboxes,
  sentWithCondition,
} from './inboxRows.ts';

const PEOPLE_AT_ONCE = 500;
const CONDITIONS_AT_ONCE = 1000;

/**
 * Adds everything that was sent to people until now to their inboxes, with set-based statements. Returns a position up to
 * which all inboxes are complete.
 * @param since collects again from this position: a device without an owner is theirs again, with what was sent to it
 * meanwhile
 */
export async function collectInboxes(
  tx: Transaction,
  personIds: readonly string[],
  since = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  // Lock order: devices first, then inboxes.
  const positions = await lockInboxes(tx, [...new Set(personIds)]);
  const all = [...positions].map(([id, position]) => [id, Math.min(position, since)] as const);
  let collected: number | undefined;
  for (let from = 0; from < all.length; from += PEOPLE_AT_ONCE) {
    const starts = new Map(all.slice(from, from + PEOPLE_AT_ONCE));
    const lowest = Math.min(...starts.values());
    // Read under the locks: nobody else collects meanwhile, and the next owner of a device starts where this ends.
    const { upTo, hasConditions } = await moveInboxes(tx, [...starts.keys()], lowest);
    collected ??= upTo;
    if (lowest >= upTo) continue;
    await addSent(tx, { starts, upTo });
    if (hasConditions) await addFromConditions(tx, { starts, upTo });
  }
  return collected ?? readClock(tx);
}

/** A device, and from where on messages with conditions can be for its person. */
interface Candidate {
  personId: string;
  /** Messages up to this position are collected already, or were sent before the device was theirs. */
  after: number;
  subscriptions: readonly SubscriptionRow[];
}

async function addFromConditions(tx: Transaction, { starts, upTo }: Span): Promise<void> {
  const [people] = listsOf([...starts.keys()]);
  const devices = await devicesOfPeople(tx, people!);
  if (devices.length === 0) return;
  const afterOf = (device: (typeof devices)[number]) =>
    Math.max(device.owner_since, starts.get(device.person_id)!);
  let subscriptions: Map<number, SubscriptionRow[]> | undefined;
  for (let after = Math.min(...devices.map(afterOf)); after < upTo;) {
    const page = await sentWithCondition(tx, after, upTo, CONDITIONS_AT_ONCE);
    if (page.length > 0) {
      const topics = (subscriptions ??= await subscriptionsOfAll(
        tx,
        devices.map(({ id }) => id),
      ));
      const candidates = devices.map((device) => ({
        personId: device.person_id,
        after: afterOf(device),
        subscriptions: topics.get(device.id)!,
      }));
      await addEntries(tx, matching(candidates, page));
    }
    if (page.length < CONDITIONS_AT_ONCE) return;
    after = page.at(-1)!.position;
  }
}

/** Matches the messages of a page with the people they are for. */
function matching(
  candidates: readonly Candidate[],
  page: Awaited<ReturnType<typeof sentWithCondition>>,
): { personId: string; messageId: number }[] {
  return page.flatMap(({ id: messageId, position, condition }) => {
    const parsed = parseCondition(condition);
    if (!parsed) return [];
    return candidates.flatMap(({ personId, after, subscriptions }) => {
      if (position <= after) return [];
      const had = subscriptions.filter(({ since }) => since < position).map(({ topic }) => topic);
      return matches(parsed, new Set(had)) ? [{ personId, messageId }] : [];
    });
  });
}
