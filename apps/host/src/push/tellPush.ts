import type { Host } from '@host/host-runtime';

import type { PushService } from './PushService.types.ts';

/** Wraps the host so that push follows the notification permission of mini-apps. */
export function tellPush(host: Host, push: Pick<PushService, 'allowApp' | 'withdrawApp'>): Host {
  const { permissions } = host;
  return {
    ...host,
    permissions: {
      ...permissions,
      async grant(appId, permission) {
        await permissions.grant(appId, permission);
        if (permission === 'push') await push.allowApp(appId);
      },
      async revoke(appId, permission) {
        await permissions.revoke(appId, permission);
        if (permission === 'push') await push.withdrawApp(appId);
      },
    },
    async uninstall(appId) {
      await push.withdrawApp(appId);
      await host.uninstall(appId);
      // Resets the rule: consent is gone too, so a reinstalled mini-app asks again.
      await push.allowApp(appId);
    },
  };
}
