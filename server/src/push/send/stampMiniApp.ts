import {
  LIMITS,
  type NotificationApp,
  type PushNotification,
  miniAppCategory,
  miniAppLink,
  miniAppTopic,
  parseCondition,
  topicsOfCondition,
} from '@host/contracts';

import { payloadSize } from '../protocol/payloadSize.ts';
import type { ReadMessage, Target } from '../protocol/readMessage.ts';
import { invalidParameters, refuseWith } from '../protocol/Refusal.ts';
import type { Sender } from '../server-keys/Senders.ts';
import type { SendingApp } from '../server-keys/SendingApp.ts';

/**
 * The mini-app in whose name a message is sent; undefined for the host itself. A topic names it; otherwise a sender for
 * several mini-apps names one of them in `data.appId`.
 */
export function sendingAppOf(
  { miniApps }: Sender,
  target: Target,
  { payload: { data } }: ReadMessage,
): SendingApp | undefined {
  if (!miniApps) return undefined;
  const claimed = data?.['appId'];
  const addressed = addressedApps([...miniApps.keys()], target);
  const possible = addressed.length > 0 || claimed === undefined ? addressed : [claimed];
  const [appId, ...others] = possible.length > 0 ? possible : miniApps.keys();
  const found = others.length === 0 ? miniApps.get(appId!) : undefined;
  if (!found) throw invalidParameters('"data.appId" has to name the one mini-app that sends');
  if (claimed === undefined || claimed === found.app.id) return found;
  throw invalidParameters(`"data.appId" is the mini-app that sends: ${found.app.id}`);
}

function addressedApps(appIds: readonly string[], target: Target): string[] {
  const topics =
    target.kind === 'topic'
      ? [target.topic]
      : target.kind === 'condition'
        ? topicsOfCondition(parseCondition(target.condition)!)
        : [];
  return appIds.filter((id) => topics.some((topic) => topic.startsWith(miniAppTopic(id, ''))));
}

/**
 * Restricts a message to what a mini-app may send: it names the mini-app, opens nothing else, and cannot use the actions or
 * replace the notifications of others.
 */
export function stampMiniApp(message: ReadMessage, app: NotificationApp): ReadMessage {
  const { payload, collapseKey } = message;
  const { deepLink: _, ...given } = payload.data ?? {};
  const own = { ...given, appId: app.id };
  const data = payload.notification ? { ...own, deepLink: miniAppLink(app.id, given) } : own;
  const notification = payload.notification && stampNotification(payload.notification, app.id);
  const size = payloadSize(notification, data) + Buffer.byteLength(JSON.stringify(app));
  if (size > LIMITS.tokenPayloadBytes) throw refuseWith('MessageTooBig');
  return {
    ...message,
    collapseKey: collapseKey && `miniapp_${app.id}_${collapseKey}`,
    payload: { ...payload, notification, data, app },
  };
}

/**
 * Fields that belong to the host: its icons, its channels, the badge of its app. Images as well: a device fetches them when
 * it shows a notification, which would reveal to the sender whom it reached, where and when.
 */
const OF_THE_HOST = ['icon', 'badge', 'android_channel_id', 'image'] as const;
const TEXTS_OF_THE_HOST = ['title_loc_key', 'body_loc_key'] as const;

function stampNotification(given: PushNotification, appId: string): PushNotification {
  const named = TEXTS_OF_THE_HOST.find((name) => given[name] !== undefined);
  if (named) {
    throw invalidParameters(
      `"notification.${named}" names a text of the host: send the text itself`,
    );
  }
  const stamped = { ...given };
  for (const name of OF_THE_HOST) delete stamped[name];
  if (given.tag !== undefined) stamped.tag = `miniapp_${appId}_${given.tag}`;
  const { click_action: category } = given;
  if (category !== undefined) stamped.click_action = miniAppCategory(appId, category);
  return stamped;
}
