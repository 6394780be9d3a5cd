import {
  HostError,
  type HostServices,
  type LifecycleState,
  type Observable,
  guardServices,
  localeOfDevice,
  ownServices,
} from '@host/miniapp-sdk/host';

import { apiService } from './apiService.ts';
import { authService } from './authService.ts';
import { pushService } from './pushService.ts';
import type { ServiceContext } from './ServiceContext.types.ts';

/** All services of one mini-app, bound to it and restricted to the permissions that its registered version declares. */
export function createServices(
  context: ServiceContext,
  lifecycle: Observable<LifecycleState>,
): HostServices {
  const { options, resolution, storage } = context;
  const { appId, version, permissions, path } = resolution;
  const owner = () => ({ appId, userId: options.session.current.get()?.userId });

  const record = (
    kind: 'screen' | 'track',
    name: string,
    properties: Readonly<Record<string, unknown>>,
  ) => options.analytics.record({ appId, version, kind, name, properties: { ...properties } });

  const services: HostServices = {
    auth: authService(context),
    device: options.device,
    locale: options.locale ?? localeOfDevice(options.device),
    lifecycle,
    links: {
      async open(link) {
        if (context.openLink(link, appId)) return;
        throw new HostError('not-found', `${link} leads to nothing in this host.`);
      },
    },
    storage: {
      set: (key, value) => storage.set(owner(), key, value),
      get: (key) => storage.get(owner(), key),
      remove: (key) => storage.remove(owner(), key),
      keys: () => storage.keys(owner()),
      clear: () => storage.clear(owner()),
      info: () => storage.info(owner()),
    },
    analytics: {
      screen: (name) => record('screen', name, {}),
      track: (name, properties) => record('track', name, properties),
    },
    api: apiService(context),
    push: pushService(context),
  };
  const { isDevelopment = false } = options;
  return guardServices(ownServices(services, { appId, path }), permissions, { isDevelopment });
}
