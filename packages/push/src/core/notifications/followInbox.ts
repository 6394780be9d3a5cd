import { createRetry } from '../createRetry.ts';
import type { InboxGateway } from '../gateway/PushGateway.types.ts';
import type { PushStorage } from '../PushPlatform.types.ts';
import type { NotificationStore } from './createNotificationStore.ts';

/** Syncs the center with the inbox of the signed-in person. */
export interface InboxFollower {
  /** Sends local changes and fetches remote ones. Never rejects: without a connection, it syncs later. */
  refresh(): Promise<void>;
  /** Discards a running fetch, whose result must not be shown to the next person. */
  personChanged(): void;
  stop: () => void;
}

const OUTBOX = 'outbox/';

export function followInbox(
  store: NotificationStore,
  storage: PushStorage,
  inbox: InboxGateway,
): InboxFollower {
  let personChanges = 0;

  // Sends local changes to the server when possible, also after a restart; they are idempotent.
  async function send(): Promise<void> {
    for (const [kind, tell] of [
      ['read', inbox.markRead],
      ['deleted', inbox.delete],
    ] as const) {
      const prefix = `${OUTBOX}${kind}/`;
      const keys = (await storage.entries(prefix)).map(([key]) => key);
      if (keys.length === 0) continue;
      await tell(keys.map((key) => key.slice(prefix.length)));
      for (const key of keys) await storage.delete(key);
    }
  }
  const sending = createRetry(send);
  const stopListening = store.onChange(({ type, ids }) => {
    void Promise.all(ids.map((id) => storage.set(`${OUTBOX}${type}/${id}`, ''))).then(sending.now);
  });

  return {
    async refresh() {
      const before = personChanges;
      try {
        await send();
        const known = await inbox.read();
        if (before === personChanges) await store.merge(known);
      } catch {
        sending.now();
      }
    },
    personChanged: () => void personChanges++,
    stop() {
      stopListening();
      sending.stop();
    },
  };
}
