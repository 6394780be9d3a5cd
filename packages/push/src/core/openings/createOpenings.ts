import { type Notification, parseJson } from '@host/contracts';

import { textsOf } from '../guards.ts';
import type { PushStorage } from '../PushPlatform.types.ts';
import { shareWrites } from '../shareWrites.ts';

/** Handlers for the events of notifications. */
export interface OpeningHandlers {
  /** Arrived while the app is in the foreground. */
  received(notification: Notification): void;
  /** Opened while the app is in the background. */
  opened(notification: Notification): void;
  /** Opened while the app was not running: it started the app. */
  initial(notification: Notification): void;
  /** A button was tapped, whatever the state of the app. */
  action(actionId: string, notification: Notification): void;
  /** Opened, whatever the state of the app: follow its link. */
  link(notification: Notification): void;
}

export type OpeningKind = keyof OpeningHandlers;

/** The arguments of a handler of any kind. */
type Told = [notification: Notification] | [actionId: string, notification: Notification];

interface Opening {
  kind: OpeningKind;
  key: string;
  told: Told;
}

const HANDLED = 'openings/handled';
const MAX_REMEMBERED = 500;
const MAX_WAITING = 100;

/**
 * Reports every arrival and every tap exactly once: to the current listener, or to the first later one. A tap is one of
 * opened, initial and action, even if a platform reports it twice; handled ones are not reported again at the next start.
 */
export interface Openings {
  tell(kind: Exclude<OpeningKind, 'action'>, notification: Notification): Promise<void>;
  tellAction(actionId: string, notification: Notification): Promise<void>;
  /** Listens to one kind of events; waiting ones are reported at once. */
  on: <Kind extends OpeningKind>(kind: Kind, handler: OpeningHandlers[Kind]) => () => void;
}

/** @param beforeTelling is called before a notification is reported */
export function createOpenings(
  storage: PushStorage,
  beforeTelling?: (notification: Notification) => void,
): Openings {
  const handlers: { [Kind in OpeningKind]?: Set<(...told: Told) => void> } = {};
  let waiting: Opening[] = [];
  const seen = new Set<string>();
  const handled = storage.get(HANDLED).then((text) => textsOf(parseJson(text)) ?? []);
  // Events that arrive together share one write.
  const save = shareWrites(async () => storage.set(HANDLED, JSON.stringify(await handled)));

  async function take(kind: OpeningKind, ...told: Told): Promise<void> {
    const key = keyOf(kind, notificationIn(told).id);
    const known = await handled;
    if (seen.has(key) || known.includes(key)) return undefined;
    seen.add(key);
    const opening = { kind, key, told };
    if (handlers[kind]?.size) return deliver(opening);
    // Bounded, in case an app never listens.
    waiting = [...waiting, opening].slice(-MAX_WAITING);
    return undefined;
  }

  async function deliver({ kind, key, told }: Opening): Promise<void> {
    beforeTelling?.(notificationIn(told));
    handlers[kind]?.forEach((tell) => tell(...told));
    const known = await handled;
    known.push(key);
    known.splice(0, known.length - MAX_REMEMBERED);
    await save();
  }

  return {
    tell: take,
    tellAction: (...told) => take('action', ...told),
    on(kind, handler) {
      const listening = (handlers[kind] ??= new Set()) as Set<typeof handler>;
      listening.add(handler);
      const due = waiting.filter((opening) => opening.kind === kind);
      waiting = waiting.filter((opening) => opening.kind !== kind);
      for (const opening of due) void deliver(opening);
      return () => void listening.delete(handler);
    },
  };
}

function notificationIn(told: Told): Notification {
  return told.at(-1) as Notification;
}

/** The deduplication key: arrival, link and tap are separate events, but all kinds of taps are the same. */
function keyOf(kind: OpeningKind, id: string): string {
  return kind === 'received' || kind === 'link' ? `${kind}/${id}` : `tapped/${id}`;
}
