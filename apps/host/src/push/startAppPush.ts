import { randomId } from '@host/contracts';
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
  void prepare();
  followPerson(push, platform.storage, parts);
  followTopics(push, rules);
  return {
    push,
    miniApps: createHostPush(push, { describe: parts.describe }),
    shownBy: 'system',
    async sendTest() {
      // As a device may send to itself alone: no key of a sender is in an app.
      await gateway.schedule?.({
        id: `test-${randomId()}`,
        at: Date.now(),
        notification: {
          id: '',
          title: 'It works',
          body: 'This push came from the gateway to this device.',
          data: { deepLink: 'settings/notifications' },
        },
      });
    },
  };
}

async function prepare(): Promise<void> {
  for (const channel of CHANNELS) {
    const { id, name, description, importance } = channel;
    await NotificationChannel.create({ id, name, description, importance });
  }
  for (const [id, actions] of Object.entries(CATEGORIES)) {
    await localNotificationService.createCategory(id, actions);
  }
}
