import type { Notification } from '@host/contracts';

/** A stored notification. */
export interface Kept {
  notification: Notification;
  tag?: string | undefined;
}

/** A sorted list of notifications. Inserting one among ten thousand moves pointers instead of sorting. */
export interface NotificationList {
  /** The newest first. */
  readonly all: readonly Kept[];
  get: (id: string) => Kept | undefined;
  /** Inserts or replaces the notification with an id; undefined removes it. */
  set: (id: string, kept: Kept | undefined) => void;
  clear: () => void;
}

export function createNotificationList(): NotificationList {
  const byId = new Map<string, Kept>();
  const all: Kept[] = [];

  /** The index of a notification, or its insertion point. */
  function placeOf({ notification }: Kept): number {
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comesBefore(all[middle]!.notification, notification)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    all,
    get: (id) => byId.get(id),
    set(id, kept) {
      const before = byId.get(id);
      if (before) all.splice(placeOf(before), 1);
      byId.delete(id);
      if (!kept) return;
      byId.set(id, kept);
      all.splice(placeOf(kept), 0, kept);
    },
    clear() {
      byId.clear();
      all.length = 0;
    },
  };
}

function comesBefore(a: Notification, b: Notification): boolean {
  return a.receivedAt === b.receivedAt ? a.id > b.id : a.receivedAt > b.receivedAt;
}
