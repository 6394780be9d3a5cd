import { type Notification, parseJson, type Observable } from '@host/contracts';

import { createPacer } from '../createPacer.ts';
import type { PushStorage } from '../PushPlatform.types.ts';
import { writeAll } from '../writeAll.ts';
import { createCommitQueue } from './createCommitQueue.ts';
import { DELETED, KEPT } from './keys.ts';
import { type Kept, createNotificationList } from './createNotificationList.ts';

/** The state of the notification center. */
export interface NotificationsState {
  /** The newest first. */
  notifications: readonly Notification[];
  /** The number of unread ones: computed, never stored. */
  unreadCount: number;
}

/** A local change, to be synced to other devices. */
export type NotificationChange =
  | { type: 'read'; ids: readonly string[] }
  | { type: 'deleted'; ids: readonly string[] };

/** The notification center's data: persistent, without duplicates, synced with the server's inbox. */
export interface NotificationStore extends Observable<NotificationsState> {
  /** Reads the stored notifications; to be called again when another tab may have written. Until then it is empty. */
  load(): Promise<void>;
  /** Adds a notification. False if it exists already, or was deleted. One with the same tag is replaced. */
  add(notification: Notification, tag?: string): Promise<boolean>;
  markAsRead: (id: string) => Promise<void>;
  markAllAsRead: () => Promise<void>;
  deleteNotification: (id: string) => Promise<void>;
  /** Merges the state of another device or the server: the later state wins, read stays read, deleted stays deleted. */
  merge(known: {
    notifications: readonly Notification[];
    deletedIds: readonly string[];
  }): Promise<void>;
  /** Clears it for another person: cleared notifications do not come back by redelivery, only by `merge`. */
  clear: () => Promise<void>;
  /** Called for local changes. */
  onChange(listener: (change: NotificationChange) => void): () => void;
}

const MAX_KEPT = 10_000;
const MAX_DELETED = 1000;
/** The tombstone of a cleared notification, in place of the time of its deletion. */
const CLEARED = '0';
/** The minimal interval of notifications to observers: one display frame. */
const FRAME_MS = 16;

export function createNotificationStore(
  storage: PushStorage,
  now: () => number = Date.now,
): NotificationStore {
  // The list is copied lazily, not for each of many that arrive together.
  let revision = 0;
  let snapshot: (NotificationsState & { revision: number }) | undefined;
  const watching = createPacer(FRAME_MS);
  const listeners = new Set<(change: NotificationChange) => void>();
  const kept = createNotificationList();
  // Bounded separately: deletions must not push out the tombstones of the previous person.
  const deleted = new Set<string>();
  const cleared = new Set<string>();
  /** The changes since the last write, and how to revert them. */
  const writes = new Map<string, string | undefined>();
  let undoing: (() => void)[] = [];
  let changes: NotificationChange[] = [];

  const change = createCommitQueue(
    async () => {
      await writeAll(storage, [...writes]);
      writes.clear();
      undoing = [];
      revision++;
      watching.tell();
      for (const made of changes.splice(0)) listeners.forEach((tell) => tell(made));
    },
    () => {
      for (const undo of undoing.splice(0).toReversed()) undo();
      writes.clear();
      changes = [];
    },
  );

  function look(): NotificationsState {
    if (snapshot?.revision !== revision) {
      const notifications = kept.all.map(({ notification }) => notification);
      const unreadCount = notifications.filter(({ readAt }) => readAt === undefined).length;
      snapshot = { notifications, unreadCount, revision };
    }
    return snapshot;
  }

  function set(id: string, entry: Kept | undefined): void {
    const before = kept.get(id);
    undoing.push(() => kept.set(id, before));
    writes.set(KEPT + id, entry && JSON.stringify(entry));
    kept.set(id, entry);
  }

  /** Removes notifications and leaves tombstones, so that they do not come back by redelivery. */
  function remove(ids: readonly string[]): void {
    for (const id of ids) {
      deleted.add(id);
      undoing.push(() => deleted.delete(id));
      writes.set(DELETED + id, String(now()));
      set(id, undefined);
    }
    for (const id of deleted) {
      if (deleted.size <= MAX_DELETED) break;
      deleted.delete(id);
      writes.set(DELETED + id, undefined);
    }
  }

  function read(ids: readonly string[], readAt = new Date(now()).toISOString()): string[] {
    return ids.filter((id) => {
      const entry = kept.get(id);
      if (!entry || entry.notification.readAt !== undefined) return false;
      set(id, { ...entry, notification: { ...entry.notification, readAt } });
      return true;
    });
  }

  function makeRoom(): void {
    for (const id of kept.all.slice(MAX_KEPT).map(idOf)) set(id, undefined);
  }

  function note(made: NotificationChange): void {
    if (made.ids.length > 0) changes.push(made);
  }

  return {
    get: look,
    subscribe: watching.subscribe,
    load: () =>
      change(async () => {
        const entries = await storage.entries(KEPT);
        const marks = await storage.entries(DELETED);
        kept.clear();
        deleted.clear();
        cleared.clear();
        for (const [, text] of entries) {
          const entry = parseJson(text) as Kept | undefined;
          if (entry) kept.set(idOf(entry), entry);
        }
        for (const [key, at] of marks.toSorted(([, a], [, b]) => +a - +b)) {
          (at === CLEARED ? cleared : deleted).add(key.slice(DELETED.length));
        }
      }),
    add: (notification, tag) =>
      change(() => {
        const { id } = notification;
        if (kept.get(id) || deleted.has(id) || cleared.has(id)) return false;
        const replaced = tag === undefined ? [] : kept.all.filter((entry) => entry.tag === tag);
        set(id, { notification, tag });
        remove(replaced.map(idOf));
        makeRoom();
        return true;
      }),
    markAsRead: (id) => change(() => note({ type: 'read', ids: read([id]) })),
    markAllAsRead: () => change(() => note({ type: 'read', ids: read(kept.all.map(idOf)) })),
    deleteNotification: (id) =>
      change(() => {
        const ids = kept.get(id) ? [id] : [];
        remove(ids);
        note({ type: 'deleted', ids });
      }),
    merge: ({ notifications, deletedIds }) =>
      change(() => {
        remove(deletedIds.filter(kept.get));
        for (const notification of notifications) {
          const { id, readAt } = notification;
          if (deleted.has(id)) continue;
          if (cleared.delete(id)) writes.set(DELETED + id, undefined);
          if (!kept.get(id)) set(id, { notification });
          else if (readAt !== undefined) read([id], readAt);
        }
        makeRoom();
      }),
    clear: () =>
      change(async () => {
        for (const prefix of [KEPT, DELETED]) {
          for (const [key] of await storage.entries(prefix)) writes.set(key, undefined);
        }
        const ids = [...kept.all.map(idOf), ...deleted, ...cleared];
        kept.clear();
        deleted.clear();
        cleared.clear();
        for (const id of ids.slice(0, MAX_DELETED)) {
          cleared.add(id);
          writes.set(DELETED + id, CLEARED);
        }
      }),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function idOf({ notification }: Kept): string {
  return notification.id;
}
