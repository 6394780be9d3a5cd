import { type CategoryAction, parseJson, readReceivedPush } from '@host/contracts';

import { readMessage } from '../../../core/gateway/readMessage.ts';
import { DELETED, KEPT } from '../../../core/notifications/keys.ts';
import type { MayShow, Showable, ShownNotification } from '../../../core/PushPlatform.types.ts';
import { ownNotificationOf } from '../../../core/schedule/ownNotification.ts';
import { createIndexedDbStorage } from '../createIndexedDbStorage.ts';
import { ARRIVED, SIGNAL, createMailbox } from '../mailbox.ts';
import { notificationOptions, notificationTitle, shownIn } from '../notificationOptions.ts';
import type { WorkerClickEvent, WorkerClient, WorkerScope } from './WorkerScope.types.ts';

/** The options of the service worker's part of push. */
export interface AnswerPushesOptions {
  /** The page that a tap opens if none is open; by default, the worker's scope. */
  page?: string;
  /** The storage's name, if the page uses one. */
  storageName?: string;
  /**
   * Whether a notification may be shown now, as in `startPush`; by default yes. Withheld ones are in the center when a page is
   * opened; a string means no, with a reason. After too many pushes without a notification, browsers show a notice of their
   * own.
   */
  mayShow?: (notification: Showable) => MayShow | Promise<MayShow>;
}

/**
 * Shows pushes and handles taps in a service worker, even if no page is open. Call it while the worker starts.
 *
 * @example
 * // service-worker.ts
 * import { answerPushes } from '@host/push/web/worker';
 * answerPushes(self);
 */
export function answerPushes(
  // The type of a service worker's scope conflicts with the DOM types of pages.
  self: unknown,
  { page, storageName, mayShow = () => true }: AnswerPushesOptions = {},
): void {
  const scope = self as WorkerScope;
  const storage = createIndexedDbStorage(storageName);
  const mailbox = createMailbox(storage);
  const arrived = new Set<string>();

  /** The windows of this app, without its frames and other pages of the same origin. */
  async function windows(): Promise<WorkerClient[]> {
    const all = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return all.filter(
      ({ url, frameType }) => frameType !== 'nested' && url.startsWith(scope.registration.scope),
    );
  }

  async function show(shown: ShownNotification): Promise<void> {
    const kept = shown.category && (await storage.get(`category/${shown.category}`));
    const actions = kept ? (JSON.parse(kept) as CategoryAction[]) : [];
    await scope.registration.showNotification(
      notificationTitle(shown),
      notificationOptions(shown, actions),
    );
  }

  /** Whether it has arrived before: it waits for a page, is stored, or was deleted. */
  async function isKnown(messageId: string, shownId: string): Promise<boolean> {
    if (arrived.has(messageId)) return true;
    // Synchronously, since it may arrive again while the storage is read.
    arrived.add(messageId);
    const keys = [ARRIVED + messageId, KEPT + shownId, DELETED + shownId];
    const kept = await Promise.all(keys.map((key) => storage.get(key)));
    return kept.some((each) => each !== undefined);
  }

  async function arrive(text: string | undefined): Promise<void> {
    const push = readReceivedPush(parseJson(text));
    if (!push) return;
    const message = readMessage(push);
    const own = ownNotificationOf(message.data);
    if (await isKnown(message.id, own?.id ?? message.id)) return;
    const open = await windows();
    const inFront = open.filter(({ visibilityState }) => visibilityState === 'visible');
    const { isShown: _, title = '', body = '', ...rest } = message;
    const hasContent = own || message.title !== undefined || message.body !== undefined;
    const isShown = hasContent !== false && inFront.length === 0;
    const shown = own ?? { ...rest, title, body };
    const may = !isShown || (await mayShow(shown));
    const held = may === true ? {} : { held: may || 'held' };
    await mailbox.leaveMessage({ ...message, isShown, isPast: isShown, ...held });
    for (const each of inFront.length > 0 ? inFront : open) each.postMessage(SIGNAL);
    if (isShown && may === true) await show(shown);
  }

  async function press({ action, notification }: WorkerClickEvent): Promise<void> {
    notification.close();
    const shown = shownIn(notification.data);
    if (!shown) return;
    await mailbox.leavePress({ notification: shown, ...(action !== '' && { actionId: action }) });
    const open = await windows();
    const best =
      open.find(({ focused }) => focused) ??
      open.find(({ visibilityState }) => visibilityState === 'visible') ??
      open[0];
    if (!best) return void (await scope.clients.openWindow(page ?? scope.registration.scope));
    best.postMessage(SIGNAL);
    // If the browser does not allow focusing, the page has still been notified.
    await best.focus().catch(() => undefined);
  }

  scope.addEventListener('push', (event) => event.waitUntil(arrive(event.data?.text())));
  scope.addEventListener('notificationclick', (event) => event.waitUntil(press(event)));
}
