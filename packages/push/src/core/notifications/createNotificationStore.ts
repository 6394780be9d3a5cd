import type { Notification } from '@host/contracts';

import type { PushStorage } from '../../platform/PushPlatform.types.ts';
import { type Observable, createObservable } from '../createObservable.ts';
import { SerialQueue } from '../SerialQueue.ts';
import { type Kept, NotificationList } from './NotificationList.ts';

/** What the notification center shows. */
export interface NotificationsState {
  /** The newest first. */
  notifications: readonly Notification[];
  /** How many of them are not read: counted, never kept. */
  unreadCount: number;
}

/** A change that somebody made here, for those who keep other devices up to date. */
export type NotificationChange =
  | { type: 'read'; ids: readonly string[] }
  | { type: 'deleted'; ids: readonly string[] };

/** The notification center's data: persistent, without duplicates, in step with the server's inbox. */
export interface NotificationStore extends Observable<NotificationsState> {
  /** Reads what was kept, again when somebody else may have written; until then it is empty. */
  load(): Promise<void>;
  /** Adds one. False when it was there already, or was deleted. One with the same tag is replaced. */
  add(notification: Notification, tag?: string): Promise<boolean>;
  markAsRead: (id: string) => Promise<void>;
  markAllAsRead: () => Promise<void>;
  deleteNotification: (id: string) => Promise<void>;
  /** Takes over what another device or the server knows: the later state wins, read stays read, deleted stays deleted. */
  merge(known: {
    notifications: readonly Notification[];
    deletedIds: readonly string[];
  }): Promise<void>;
  clear(): Promise<void>;
  /** Told of what somebody did here. */
  onChange(listener: (change: NotificationChange) => void): () => void;
}

const KEPT = 'notification/';
const DELETED = 'deleted/';
const MOST_KEPT = 10_000;
const MOST_DELETED = 1000;

export function createNotificationStore(
  storage: PushStorage,
  now: () => number = Date.now,
): NotificationStore {
  // The list is copied when somebody looks, not for each of many that arrive together.
  const revision = createObservable(0);
  let snapshot: (NotificationsState & { revision: number }) | undefined;
  const listeners = new Set<(change: NotificationChange) => void>();
  const kept = new NotificationList();
  const deleted = new Set<string>();
  const queue = new SerialQueue();

  function look(): NotificationsState {
    if (snapshot?.revision !== revision.get()) {
      const unreadCount = kept.unreadIds().length;
      snapshot = { notifications: kept.toArray(), unreadCount, revision: revision.get() };
    }
    return snapshot;
  }

  async function keep(entry: Kept): Promise<void> {
    await storage.set(KEPT + entry.notification.id, JSON.stringify(entry));
    kept.put(entry);
  }

  async function remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      // The mark first: it must not come back by being delivered again.
      deleted.add(id);
      await storage.set(DELETED + id, String(now()));
      await storage.delete(KEPT + id);
      kept.delete(id);
    }
    for (const id of [...deleted].slice(0, Math.max(0, deleted.size - MOST_DELETED))) {
      deleted.delete(id);
      await storage.delete(DELETED + id);
    }
  }

  async function read(ids: readonly string[], readAt = new Date(now()).toISOString()) {
    const changed: string[] = [];
    for (const id of ids) {
      const entry = kept.get(id);
      if (!entry || entry.notification.readAt !== undefined) continue;
      await keep({ ...entry, notification: { ...entry.notification, readAt } });
      changed.push(id);
    }
    return changed;
  }

  async function makeRoom(): Promise<void> {
    for (const { notification } of kept.from(MOST_KEPT)) {
      await storage.delete(KEPT + notification.id);
      kept.delete(notification.id);
    }
  }

  const tell = (change: NotificationChange) => {
    if (change.ids.length > 0) listeners.forEach((listener) => listener(change));
  };

  /** One change at a time, each on disk before it is shown and told. */
  const change = <Result>(work: () => Promise<Result>): Promise<Result> =>
    queue.run(async () => {
      try {
        return await work();
      } finally {
        revision.set(revision.get() + 1);
      }
    });

  return {
    get: look,
    subscribe: revision.subscribe,
    load: () =>
      change(async () => {
        const entries = await storage.entries(KEPT);
        const marks = await storage.entries(DELETED);
        kept.clear();
        deleted.clear();
        for (const [, text] of entries) {
          const entry = parse(text);
          if (entry) kept.put(entry);
        }
        const oldestFirst = marks.toSorted(([, a], [, b]) => Number(a) - Number(b));
        for (const [key] of oldestFirst) deleted.add(key.slice(DELETED.length));
      }),
    add: (notification, tag) =>
      change(async () => {
        if (kept.has(notification.id) || deleted.has(notification.id)) return false;
        const replaced = tag === undefined ? [] : kept.withTag(tag);
        await keep({ notification, tag });
        await remove(replaced.map((entry) => entry.notification.id));
        await makeRoom();
        return true;
      }),
    markAsRead: (id) => change(async () => tell({ type: 'read', ids: await read([id]) })),
    markAllAsRead: () =>
      change(async () => tell({ type: 'read', ids: await read(kept.unreadIds()) })),
    deleteNotification: (id) =>
      change(async () => {
        const ids = kept.has(id) ? [id] : [];
        await remove(ids);
        tell({ type: 'deleted', ids });
      }),
    merge: ({ notifications, deletedIds }) =>
      change(async () => {
        await remove(deletedIds.filter((id) => kept.has(id)));
        for (const notification of notifications) {
          if (deleted.has(notification.id)) continue;
          if (!kept.has(notification.id)) await keep({ notification });
          else if (notification.readAt !== undefined) {
            await read([notification.id], notification.readAt);
          }
        }
        await makeRoom();
      }),
    clear: () =>
      change(async () => {
        for (const prefix of [KEPT, DELETED]) {
          for (const [key] of await storage.entries(prefix)) await storage.delete(key);
        }
        kept.clear();
        deleted.clear();
      }),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function parse(text: string): Kept | undefined {
  try {
    return JSON.parse(text) as Kept;
  } catch {
    return undefined;
  }
}
