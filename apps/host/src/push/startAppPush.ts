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
import { followPerson } from './followPerson.ts';
import { followTopics } from './followTopics.ts';
import { nameInSystem } from './nameInSystem.ts';
import { allows } from './notificationRules.ts';
import type { PushParts, StartedPush } from './PushService.types.ts';
import { PUSH } from '../messages/push.ts';

/** Starts push for the host on a platform, with a gateway. It does not prompt for permission. */
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
  nameInSystem(
    {
      createChannel: (channel) => NotificationChannel.create(channel),
      createCategory: (id, actions) => localNotificationService.createCategory(id, actions),
    },
    parts.language,
    () => messagesNow(PUSH),
  );
  followPerson(push, platform.storage, parts);
  followTopics(push, rules);
  return {
    push,
    miniApps: createHostPush(push, { describe: parts.describe }),
    shownBy: 'system',
    async sendTest() {
      const t = messagesNow(PUSH);
      // Uses the call with which a device can send only to itself: an app must not contain a sender's key.
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
