import { createRetry } from '../createRetry.ts';
import type { InboxGateway } from '../gateway/PushGateway.types.ts';
import type { PushStorage } from '../PushPlatform.types.ts';
import type { NotificationStore } from './createNotificationStore.ts';

/** Keeps the center in step with the inbox of whoever is signed in. */
export interface InboxFollower {
  /** Sends what was done here and fetches what happened elsewhere. Never rejects: without a connection it is later. */
  refresh(): Promise<void>;
  /** What is being read is for nobody else to see. */
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

  // What was done here goes to the server when it can, also after a restart; doing it twice does nothing.
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
