import { bindStandalone, createMemoryHost, guardServices } from '@host/miniapp-sdk/host';

import fixtures from '@miniapp/fixtures';

/** Stands in for the host where there is none: it knows what fixtures.json says, and refuses what every host refuses. */
export function bindStandaloneHost(device) {
  const { steps: _, ...options } = fixtures;
  const { appId, permissions } = __MINIAPP_MANIFEST__;
  const host = createMemoryHost({ ...options, appId, device: { ...device, ...options.device } });
  bindStandalone(guardServices(host.services, permissions, { isDevelopment: __DEV__ }));
}
