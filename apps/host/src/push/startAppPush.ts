import { randomId } from '@host/contracts';
import { messagesNow } from '@host/kit/messages';
import {
  NotificationChannel,
  type PushPlatform,
  createGatewayClient,
  createHostPush,
  localNotificationService,
  startPush,
} from '@host/push';

import { SCHEME } from '../links/linking.ts';
import { CATEGORIES } from './actions.ts';
import { CHANNELS } from './channels.ts';
import { followPerson } from './followPerson.ts';
import { followTopics } from './followTopics.ts';
import { allows } from './notificationRules.ts';
import type { PushParts, StartedPush } from './PushService.types.ts';
import { PUSH } from '../messages/push.ts';

/** Starts push for the host on a platform, at a gateway. Nobody is asked for anything. */
export function startAppPush(
  platform: PushPlatform,
  gatewayUrl: string,
  parts: PushParts,
): StartedPush {
  const { session, rules } = parts;
  const gateway = createGatewayClient({
    url: gatewayUrl,
    storage: platform.storage,
    accessToken: session.accessToken,
  });
  const push = startPush({
    platform,
    gateway,
    links: { schemes: [SCHEME] },
    mayShow: (notification) => allows(rules.get(), notification, new Date()),
  });
  // The system shows what channels and buttons are called: again when another language is chosen.
  void prepare();
  parts.language.subscribe(() => void prepare());
  followPerson(push, platform.storage, parts);
  followTopics(push, rules);
  return {
    push,
    miniApps: createHostPush(push, { describe: parts.describe }),
    shownBy: 'system',
    async sendTest() {
      const t = messagesNow(PUSH);
      // As a device may send to itself alone: no key of a sender is in an app.
      await gateway.schedule?.({
        id: `test-${randomId()}`,
        at: Date.now(),
        notification: {
          id: '',
          title: t('testTitle'),
          body: t('testBody'),
          data: { deepLink: 'settings/notifications' },
        },
      });
    },
  };
}

async function prepare(): Promise<void> {
  const t = messagesNow(PUSH);
  for (const channel of CHANNELS) {
    const { id, importance } = channel;
    await NotificationChannel.create({
      id,
      importance,
      name: t(`channel.${id}`),
      description: t(`about.${id}`),
    });
  }
  await localNotificationService.createCategory(
    'order',
    CATEGORIES.order.map((action) => ({ ...action, title: t(`action.order.${action.id}`) })),
  );
  await localNotificationService.createCategory(
    'offer',
    CATEGORIES.offer.map((action) => ({ ...action, title: t(`action.offer.${action.id}`) })),
  );
}
