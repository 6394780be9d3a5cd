import type { Press, RemoteMessage } from '../../core/PushPlatform.types.ts';
import type { WebStorage } from './createIndexedDbStorage.ts';

/** The service worker's message to pages that there is something in the mailbox. */
export const SIGNAL = 'host-push';

/** The storage key prefix of messages until a page takes them. */
export const ARRIVED = 'web/arrived/';
const PRESSED = 'web/pressed/';
const MAX_KEPT = 200;
/** A press that is older than this did not start the app. */
const FRESH_MS = 5 * 60 * 1000;

/**
 * What the service worker leaves for the page. Entries are stored before the page is notified, and each is taken only once,
 * so that a page that is just loading misses nothing, and two tabs get nothing twice.
 */
export interface Mailbox {
  leaveMessage(message: RemoteMessage): Promise<void>;
  leavePress(press: Press): Promise<void>;
  takeMessages(): Promise<RemoteMessage[]>;
  /** Takes recent presses, the oldest first. */
  takePresses(): Promise<Press[]>;
}

export function createMailbox(storage: WebStorage, now: () => number = Date.now): Mailbox {
  const take = async (prefix: string) => {
    const entries = await storage.takeAll(prefix);
    const left = entries.map(([, text]) => JSON.parse(text) as { at: number; content: unknown });
    return left.toSorted((a, b) => a.at - b.at);
  };
  const leave = (key: string, content: object) =>
    storage.set(key, JSON.stringify({ at: now(), content }));
  return {
    async leaveMessage(message) {
      const kept = await storage.entries(ARRIVED);
      for (const [key] of kept.slice(0, Math.max(0, kept.length + 1 - MAX_KEPT))) {
        await storage.delete(key);
      }
      await leave(ARRIVED + message.id, message);
    },
    leavePress: (press) => leave(PRESSED + press.notification.id, press),
    takeMessages: async () => (await take(ARRIVED)).map(({ content }) => content as RemoteMessage),
    takePresses: async () =>
      (await take(PRESSED))
        .filter(({ at }) => now() - at < FRESH_MS)
        .map(({ content }) => content as Press),
  };
}
