import type { Notification } from '@host/contracts';

/** A notification as it is kept. */
export interface Kept {
  notification: Notification;
  tag?: string | undefined;
}

/** Notifications in their order, the newest first. Putting one in among ten thousand moves pointers and sorts nothing. */
export class NotificationList {
  readonly #byId = new Map<string, Kept>();
  readonly #order: Kept[] = [];

  get(id: string): Kept | undefined {
    return this.#byId.get(id);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** Adds one, or replaces the one with its id. */
  put(kept: Kept): void {
    this.delete(kept.notification.id);
    this.#byId.set(kept.notification.id, kept);
    this.#order.splice(this.#placeOf(kept.notification), 0, kept);
  }

  delete(id: string): void {
    const kept = this.#byId.get(id);
    if (!kept) return;
    this.#byId.delete(id);
    this.#order.splice(this.#placeOf(kept.notification), 1);
  }

  clear(): void {
    this.#byId.clear();
    this.#order.length = 0;
  }

  /** Those from a place on, the newest being at 0. */
  from(place: number): Kept[] {
    return this.#order.slice(place);
  }

  withTag(tag: string): Kept[] {
    return this.#order.filter((kept) => kept.tag === tag);
  }

  unreadIds(): string[] {
    return this.#order.flatMap(({ notification }) =>
      notification.readAt === undefined ? [notification.id] : [],
    );
  }

  toArray(): Notification[] {
    return this.#order.map(({ notification }) => notification);
  }

  /** Where one stands, or would stand. */
  #placeOf(notification: Notification): number {
    let [low, high] = [0, this.#order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comesBefore(this.#order[middle]!.notification, notification)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function comesBefore(a: Notification, b: Notification): boolean {
  return a.receivedAt === b.receivedAt ? a.id > b.id : a.receivedAt > b.receivedAt;
}
