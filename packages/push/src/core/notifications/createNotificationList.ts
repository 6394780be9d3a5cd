import type { Notification } from '@host/contracts';

/** A notification as it is kept. */
export interface Kept {
  notification: Notification;
  tag?: string | undefined;
}

/** Notifications in their order. Putting one in among ten thousand moves pointers and sorts nothing. */
export interface NotificationList {
  /** The newest first. */
  readonly all: readonly Kept[];
  get: (id: string) => Kept | undefined;
  /** Puts one in the place of the one with its id, if there is one; undefined takes that out. */
  set: (id: string, kept: Kept | undefined) => void;
  clear: () => void;
}

export function createNotificationList(): NotificationList {
  const byId = new Map<string, Kept>();
  const all: Kept[] = [];

  /** Where one stands, or would stand. */
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
