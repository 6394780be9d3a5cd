import { type Notification, parseJson, type Observable } from '@host/contracts';

import { createPacer } from '../createPacer.ts';
import type { PushStorage } from '../PushPlatform.types.ts';
import { writeAll } from '../writeAll.ts';
import { createCommitQueue } from './createCommitQueue.ts';
import { DELETED, KEPT } from './keys.ts';
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

const MAX_KEPT = 10_000;
const MAX_DELETED = 1000;
/** How often whoever draws the list is told at most. */
const FRAME_MS = 16;

export function createNotificationStore(
  storage: PushStorage,
  now: () => number = Date.now,
): NotificationStore {
  // The list is copied when somebody looks, not for each of many that arrive together.
  let revision = 0;
  let snapshot: (NotificationsState & { revision: number }) | undefined;
  const watching = createPacer(FRAME_MS);
  const listeners = new Set<(change: NotificationChange) => void>();
  const kept = new NotificationList();
  const deleted = new Set<string>();
  /** What has changed since the last write, and how to take it back. */
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
      const unreadCount = kept.unreadIds().length;
      snapshot = { notifications: kept.toArray(), unreadCount, revision };
    }
    return snapshot;
  }

  function keep(entry: Kept): void {
    const { id } = entry.notification;
    const before = kept.get(id);
    undoing.push(() => (before ? kept.put(before) : kept.delete(id)));
    writes.set(KEPT + id, JSON.stringify(entry));
    kept.put(entry);
  }

  function drop(id: string): void {
    const before = kept.get(id);
    if (before) undoing.push(() => kept.put(before));
    writes.set(KEPT + id, undefined);
    kept.delete(id);
  }

  /** With a mark: it must not come back by being delivered again. */
  function remove(ids: readonly string[]): void {
    for (const id of ids) {
      deleted.add(id);
      undoing.push(() => deleted.delete(id));
      writes.set(DELETED + id, String(now()));
      drop(id);
    }
    for (const id of [...deleted].slice(0, Math.max(0, deleted.size - MAX_DELETED))) {
      deleted.delete(id);
      writes.set(DELETED + id, undefined);
    }
  }

  function read(ids: readonly string[], readAt = new Date(now()).toISOString()): string[] {
    const unread = ids.filter((id) => kept.get(id)?.notification.readAt === undefined);
    const changed = unread.flatMap((id) => kept.get(id) ?? []);
    for (const entry of changed) {
      keep({ ...entry, notification: { ...entry.notification, readAt } });
    }
    return changed.map(({ notification }) => notification.id);
  }

  function makeRoom(): void {
    for (const { notification } of kept.from(MAX_KEPT)) drop(notification.id);
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
        for (const [, text] of entries) {
          const entry = parseJson(text) as Kept | undefined;
          if (entry) kept.put(entry);
        }
        const oldestFirst = marks.toSorted(([, a], [, b]) => Number(a) - Number(b));
        for (const [key] of oldestFirst) deleted.add(key.slice(DELETED.length));
      }),
    add: (notification, tag) =>
      change(() => {
        if (kept.has(notification.id) || deleted.has(notification.id)) return false;
        const replaced = tag === undefined ? [] : kept.withTag(tag);
        keep({ notification, tag });
        remove(replaced.map((entry) => entry.notification.id));
        makeRoom();
        return true;
      }),
    markAsRead: (id) => change(() => note({ type: 'read', ids: read([id]) })),
    markAllAsRead: () => change(() => note({ type: 'read', ids: read(kept.unreadIds()) })),
    deleteNotification: (id) =>
      change(() => {
        const ids = kept.has(id) ? [id] : [];
        remove(ids);
        note({ type: 'deleted', ids });
      }),
    merge: ({ notifications, deletedIds }) =>
      change(() => {
        remove(deletedIds.filter((id) => kept.has(id)));
        for (const notification of notifications) {
          if (deleted.has(notification.id)) continue;
          if (!kept.has(notification.id)) keep({ notification });
          else if (notification.readAt !== undefined) read([notification.id], notification.readAt);
        }
        makeRoom();
      }),
    clear: () =>
      change(async () => {
        for (const prefix of [KEPT, DELETED]) {
          for (const [key] of await storage.entries(prefix)) writes.set(key, undefined);
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
