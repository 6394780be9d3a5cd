import type { InboxPage, Notification } from '@host/contracts';

import { ApiError } from '../ApiError.ts';
import { devicesOfPerson, forgetPerson } from '../devices/deviceRows.ts';
import { toPage } from '../http/page.ts';
import { matches } from '../push/conditions/matches.ts';
import { parseCondition } from '../push/conditions/parseCondition.ts';
import { missedWithCondition } from '../push/live/backlogRows.ts';
import type { Hub } from '../push/live/Hub.ts';
import { readClock } from '../push/messages/clockRows.ts';
import type { Payload } from '../push/messages/Message.types.ts';
import { subscriptionsOf } from '../push/topics/topicRows.ts';
import type { Change, Database, Transaction } from '../storage/database/Database.types.ts';
import {
  type EntryRow,
  addDirect,
  addEntry,
  addFromTopics,
  countUnread,
  deleteInbox,
  inboxPosition,
  listEntries,
  markAllRead,
  markDeleted,
  markRead,
  moveInbox,
} from './inboxRows.ts';

/** Tells every node that an inbox changed: the key is the person. */
const INBOX_CHANGE = 'inbox';
const MOST_CONDITIONS = 10_000;

/**
 * The notification centers of people. A message is stored once, however many people it is for; an entry of a person is
 * made when they look, and says what they did with it.
 */
export class Inbox {
  readonly #db: Database;
  readonly #hub: Hub;
  readonly #stopListening: () => void;

  constructor(db: Database, hub: Hub) {
    this.#db = db;
    this.#hub = hub;
    this.#stopListening = db.onChange((change) => this.#hear(change));
  }

  async list(personId: string, below: number, limit: number): Promise<InboxPage> {
    await this.#collect(personId);
    const rows = await listEntries(this.#db, personId, below, limit + 1);
    const page = toPage(rows, limit, notificationOf, ({ id }) => [id]);
    return { ...page, unreadCount: await countUnread(this.#db, personId) };
  }

  async unreadCount(personId: string): Promise<number> {
    await this.#collect(personId);
    return countUnread(this.#db, personId);
  }

  markRead(personId: string, id: number): Promise<number> {
    return this.#change(personId, async (tx) => {
      if (!(await markRead(tx, personId, id, Date.now()))) throw missing(id);
    });
  }

  markAllRead(personId: string): Promise<number> {
    return this.#change(personId, (tx) => markAllRead(tx, personId, Date.now()));
  }

  delete(personId: string, id: number): Promise<number> {
    return this.#change(personId, async (tx) => {
      if (!(await markDeleted(tx, personId, id, Date.now()))) throw missing(id);
    });
  }

  /** Drops what belongs to a person who is gone. */
  async forget(personId: string): Promise<void> {
    await deleteInbox(this.#db, personId);
    await forgetPerson(this.#db, personId);
  }

  close(): void {
    this.#stopListening();
  }

  /** Changes an inbox, tells the person's devices, and gives back how many are unread then. */
  async #change(personId: string, change: (tx: Transaction) => Promise<void>): Promise<number> {
    await this.#collect(personId);
    return this.#db.transaction(async (tx) => {
      await change(tx);
      await tx.notify({ topic: INBOX_CHANGE, key: personId });
      return countUnread(tx, personId);
    });
  }

  /** Makes entries of everything that was sent since somebody looked last. */
  async #collect(personId: string): Promise<void> {
    const upTo = await readClock(this.#db);
    if ((await inboxPosition(this.#db, personId)) === upTo) return;
    await this.#db.transaction(async (tx) => {
      const after = await moveInbox(tx, personId, upTo);
      if (after >= upTo) return;
      const span = { personId, after, upTo, now: Date.now() };
      await addDirect(tx, span);
      await addFromTopics(tx, span);
      await addFromConditions(tx, span);
    });
  }

  #hear(change: Change | undefined): void {
    if (change?.topic !== INBOX_CHANGE || !this.#hub.hasPerson(change.key)) return;
    // When it fails, they see it when they look.
    this.#tell(change.key).catch(() => undefined);
  }

  async #tell(personId: string): Promise<void> {
    const event = { type: 'inbox', unreadCount: await countUnread(this.#db, personId) };
    this.#hub.sayToPerson(personId, event);
  }
}

async function addFromConditions(
  tx: Transaction,
  { personId, after, upTo, now }: { personId: string; after: number; upTo: number; now: number },
): Promise<void> {
  const conditional = await missedWithCondition(tx, { after, upTo }, MOST_CONDITIONS);
  const current = conditional.filter(({ expires_at }) => expires_at > now);
  if (current.length === 0) return;
  for (const device of await devicesOfPerson(tx, personId)) {
    const subscriptions = await subscriptionsOf(tx, device.id);
    for (const { id, position, condition } of current) {
      if (position <= device.owner_since) continue;
      const had = new Set(
        subscriptions.filter(({ since }) => since < position).map(({ topic }) => topic),
      );
      const parsed = parseCondition(condition);
      if (parsed && matches(parsed, had)) await addEntry(tx, personId, id);
    }
  }
}

function notificationOf(row: EntryRow): Notification {
  const { notification = {}, data = {} } = JSON.parse(row.payload) as Payload;
  const { title, body, image, click_action } = notification;
  return {
    id: String(row.id),
    data,
    ...(title !== undefined && { title }),
    ...(body !== undefined && { body }),
    ...(image !== undefined && { imageUrl: image }),
    ...(click_action !== undefined && { category: click_action }),
    ...(data['appId'] !== undefined && { appId: data['appId'] }),
    receivedAt: new Date(row.send_at).toISOString(),
    ...(row.read_at !== null && { readAt: new Date(row.read_at).toISOString() }),
  };
}

function missing(id: number): ApiError {
  return new ApiError('notification-not-found', `There is no notification ${id}.`);
}
