import type { Observable } from '@host/contracts';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

import type { HostServices } from './HostServices.types.ts';
import { type Catalogs, messagesIn } from './messagesIn.ts';
import type { HostAuth, Lifecycle, Sdk } from './Sdk.types.ts';

/**
 * The SDK over the services of a host. Hosts make one for each mini-app and share it under the package's name; it is
 * frozen, so that mini-apps in one realm cannot change each other's.
 */
export function createSdk(services: () => HostServices): Sdk {
  const requestLogin = () => services().auth.requestLogin();
  const getToken = () => services().auth.getToken();
  const requestPermission = () => services().push.requestPermission();

  return Object.freeze({
    useHostAuth: (): HostAuth => {
      const { user, status } = useObservable(services().auth);
      const rest = { status, requestLogin, getToken };
      return user === null
        ? { user, isAuthenticated: false, ...rest }
        : { user, isAuthenticated: true, ...rest };
    },
    useHostDevice: () => ({ deviceInfo: useObservable(services().device) }),
    useLocale: () => useObservable(services().locale),
    useMessages: <Key extends string>(catalogs: Catalogs<Key>) => {
      const { locale } = useObservable(services().locale);
      return useMemo(() => messagesIn(catalogs, locale), [catalogs, locale]);
    },
    useHostPush: () => ({ ...useObservable(services().push.permission), requestPermission }),
    useLifecycle: (onChange?: (lifecycle: Lifecycle) => void) => {
      const { lifecycle } = services();
      useChanges(lifecycle, onChange);
      return useObservable(lifecycle);
    },
    openLink: (link: string) => services().links.open(link),
    storage: Object.freeze<Sdk['storage']>({
      set: (key, value) => services().storage.set(key, value),
      get: <Value>(key: string) => services().storage.get(key) as Promise<Value | undefined>,
      remove: (key) => services().storage.remove(key),
      keys: () => services().storage.keys(),
      clear: () => services().storage.clear(),
      info: () => services().storage.info(),
    }),
    analytics: Object.freeze<Sdk['analytics']>({
      screen: (name) => services().analytics.screen(name),
      track: (name, properties = {}) => services().analytics.track(name, properties),
    }),
    api: Object.freeze<Sdk['api']>({
      get: <Body>(path: string) => services().api.request('GET', path) as Promise<Body>,
      post: <Body>(path: string, body?: unknown) =>
        services().api.request('POST', path, body) as Promise<Body>,
      put: <Body>(path: string, body?: unknown) =>
        services().api.request('PUT', path, body) as Promise<Body>,
      delete: <Body>(path: string) => services().api.request('DELETE', path) as Promise<Body>,
    }),
    push: Object.freeze<Sdk['push']>({
      subscribeToTopic: (topic) => services().push.subscribeToTopic(topic),
      unsubscribeFromTopic: (topic) => services().push.unsubscribeFromTopic(topic),
      scheduleNotification: (options) => services().push.scheduleNotification(options),
      cancelNotification: (id) => services().push.cancelNotification(id),
      createCategory: (id, actions) => services().push.createCategory(id, actions),
    }),
  });
}

/** Calls a listener for every change, even after the component is no longer rendered. */
function useChanges(
  lifecycle: Observable<Lifecycle>,
  onChange: ((lifecycle: Lifecycle) => void) | undefined,
): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => lifecycle.subscribe(() => latest.current?.(lifecycle.get())), [lifecycle]);
}

function useObservable<Value>({ get, subscribe }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get, get);
}
