import type { Host } from '@host/host-runtime';

import type { PushService } from './PushService.types.ts';

/** The host as it is, but push learns when a mini-app may notify, and when not any more. */
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
      // Nobody was asked about it any more: when it comes back, it asks.
      await push.allowApp(appId);
    },
  };
}
