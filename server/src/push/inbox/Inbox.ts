import type { InboxPage, Notification } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import { toPage } from '../../http/lists/page.ts';
import type { Change, Database, Transaction } from '../../storage/database/Database.types.ts';
import type { Hub } from '../live/Hub.ts';
import { readClock } from '../messages/clockRows.ts';
import type { Payload } from '../messages/Message.types.ts';
import { collectInboxes } from './collectInboxes.ts';
import {
  type EntryRow,
  countUnread,
  inboxPosition,
  listEntries,
  markAllRead,
  markDeleted,
  markRead,
} from './inboxRows.ts';

/** Notifies every node that an inbox changed: the key is the person. */
const INBOX_CHANGE = 'inbox';

/**
 * The notification centers of people. A message is stored once, however many people it is for. A person's entry, which says
 * whether they read or deleted it, is created lazily: when they open their inbox, or before they lose a device or topic.
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

  close(): void {
    this.#stopListening();
  }

  /** Changes an inbox and notifies the person's devices. Returns the number of unread notifications. */
  async #change(personId: string, change: (tx: Transaction) => Promise<void>): Promise<number> {
    await this.#collect(personId);
    return this.#db.transaction(async (tx) => {
      await change(tx);
      await tx.notify({ topic: INBOX_CHANGE, key: personId });
      return countUnread(tx, personId);
    });
  }

  async #collect(personId: string): Promise<void> {
    if ((await inboxPosition(this.#db, personId)) === (await readClock(this.#db))) return;
    await this.#db.transaction((tx) => collectInboxes(tx, [personId]));
  }

  #hear(change: Change | undefined): void {
    if (change?.topic !== INBOX_CHANGE || !this.#hub.hasPerson(change.key)) return;
    // If it fails, their devices show the change when the inbox is opened.
    this.#tell(change.key).catch(() => undefined);
  }

  async #tell(personId: string): Promise<void> {
    const unreadCount = await countUnread(this.#db, personId);
    this.#hub.sendToPerson(personId, { type: 'inbox', unreadCount });
  }
}

function notificationOf(row: EntryRow): Notification {
  const { notification = {}, data = {}, app } = JSON.parse(row.payload) as Payload;
  const { title, body, image, click_action } = notification;
  return {
    id: String(row.id),
    data,
    ...(title !== undefined && { title }),
    ...(body !== undefined && { body }),
    ...(image !== undefined && { imageUrl: image }),
    ...(click_action !== undefined && { category: click_action }),
    ...(data['appId'] !== undefined && { appId: data['appId'] }),
    ...(app && { app }),
    receivedAt: new Date(row.send_at).toISOString(),
    ...(row.read_at !== null && { readAt: new Date(row.read_at).toISOString() }),
  };
}

function missing(id: number): ApiError {
  return new ApiError('notification-not-found', `There is no notification ${id}.`);
}
