import { type Notification, parseJson } from '@host/contracts';

import { textsOf } from '../guards.ts';
import type { PushStorage } from '../PushPlatform.types.ts';
import { shareWrites } from '../shareWrites.ts';

/** What can happen to a notification that an app wants to know of. */
export interface OpeningHandlers {
  /** Arrived while the app is in the foreground. */
  received(notification: Notification): void;
  /** Opened while the app is in the background. */
  opened(notification: Notification): void;
  /** Opened while the app was not running: it started the app. */
  initial(notification: Notification): void;
  /** A button was tapped, in whatever state the app was. */
  action(actionId: string, notification: Notification): void;
  /** Opened in whatever state the app was: follow its link. */
  link(notification: Notification): void;
}

export type OpeningKind = keyof OpeningHandlers;

interface Opening {
  kind: OpeningKind;
  key: string;
  actionId: string;
  notification: Notification;
}

const HANDLED = 'openings/handled';
const MAX_REMEMBERED = 500;
const MAX_WAITING = 100;

/**
 * Tells every arrival and every tap exactly once: to whoever listens now, or to the first who will. One tap is one of
 * opened, initial and action, whatever a platform reports twice; what was handled is not told again at the next start.
 */
export interface Openings {
  tell(kind: Exclude<OpeningKind, 'action'>, notification: Notification): Promise<void>;
  tellAction(actionId: string, notification: Notification): Promise<void>;
  /** Listens to one kind; what waits for it is told at once. */
  on: <Kind extends OpeningKind>(kind: Kind, handler: OpeningHandlers[Kind]) => () => void;
}

/** @param beforeTelling is called before somebody is told of a notification */
export function createOpenings(
  storage: PushStorage,
  beforeTelling?: (notification: Notification) => void,
): Openings {
  const handlers: { [Kind in OpeningKind]: Set<OpeningHandlers[Kind]> } = {
    received: new Set(),
    opened: new Set(),
    initial: new Set(),
    action: new Set(),
    link: new Set(),
  };
  let waiting: Opening[] = [];
  const seen = new Set<string>();
  const handled = load();
  // Many that arrive together are told together, and written down once.
  const save = shareWrites(async () => storage.set(HANDLED, JSON.stringify(await handled)));

  async function load(): Promise<string[]> {
    return textsOf(parseJson(await storage.get(HANDLED))) ?? [];
  }

  async function take(kind: OpeningKind, notification: Notification, actionId = ''): Promise<void> {
    const key = keyOf(kind, notification.id);
    const known = await handled;
    if (seen.has(key) || known.includes(key)) return undefined;
    seen.add(key);
    const opening = { kind, key, actionId, notification };
    if (handlers[kind].size > 0) return deliver(opening);
    // Bounded: an app that listens to nothing must not keep everything.
    waiting = [...waiting, opening].slice(-MAX_WAITING);
    return undefined;
  }

  async function deliver({ kind, key, actionId, notification }: Opening): Promise<void> {
    beforeTelling?.(notification);
    if (kind === 'action') handlers.action.forEach((tell) => tell(actionId, notification));
    else handlers[kind].forEach((tell) => tell(notification));
    const known = await handled;
    known.push(key);
    known.splice(0, known.length - MAX_REMEMBERED);
    await save();
  }

  return {
    tell: (kind, notification) => take(kind, notification),
    tellAction: (actionId, notification) => take('action', notification, actionId),
    on(kind, handler) {
      const listening = handlers[kind] as Set<typeof handler>;
      listening.add(handler);
      const due = waiting.filter((opening) => opening.kind === kind);
      waiting = waiting.filter((opening) => opening.kind !== kind);
      for (const opening of due) void deliver(opening);
      return () => void listening.delete(handler);
    },
  };
}

/** Arriving is one thing, its link another, being tapped a third; however it was tapped, that is the same thing. */
function keyOf(kind: OpeningKind, id: string): string {
  return kind === 'received' || kind === 'link' ? `${kind}/${id}` : `tapped/${id}`;
}
