import { type Observable, createObservable } from '@host/contracts';

import { createRetry } from '../createRetry.ts';
import { isProofWanted } from '../gateway/createGatewayCalls.ts';
import type { PushGateway } from '../gateway/PushGateway.types.ts';
import type { PermissionStatus, PushPlatform } from '../PushPlatform.types.ts';
import type { Topics } from '../topics/createTopics.ts';

/** What is known of this device. */
export interface DeviceState {
  permission: PermissionStatus;
  /** Available once the permission is granted. */
  token: string | undefined;
}

/** This device at the gateway: registered as soon as there is a token, again whenever it changes. */
export interface Device extends Observable<DeviceState> {
  /** Looks, never asks. Call it at the start and when the app comes back: people change permissions elsewhere. */
  refresh(): Promise<void>;
  /** Asks the person; call it after a user action only. Resolves to whether they allow it. */
  requestPermission: () => Promise<boolean>;
  /** Somebody signed in or out: the device belongs to whoever is signed in. */
  registerAgain(): void;
  /** A code came by which this device proves that its token is its own. */
  prove(code: string): void;
  /** Topics have changed, or there is a connection again. */
  converge: () => void;
  /** Told of every token that the gateway knows. */
  onRegistered(listener: (token: string) => void): () => void;
  stop(): void;
}

const LAST_TOKEN = 'device/token';

export function createDevice(platform: PushPlatform, gateway: PushGateway, topics: Topics): Device {
  const state = createObservable<DeviceState>({ permission: 'not-determined', token: undefined });
  const listeners = new Set<(token: string) => void>();
  let isRegistered = false;
  let isProofAwaited = false;

  const registration = createRetry(async () => {
    if (state.get().permission !== 'granted') return;
    const given = await platform.token.get();
    const known = await platform.storage.get(LAST_TOKEN);
    // A token that the gateway made is registered again as it is: the same token is always one device.
    const wanted = { token: given ?? known, platform: platform.name };
    const registered = await gateway.register(wanted).catch(unlessProofIsWanted);
    // To ask again would only have another code sent: it goes on when one is here, or when the app comes back.
    isProofAwaited = !registered;
    if (!registered) return;
    const { token } = registered;
    if (token !== known) {
      await topics.compare();
      await platform.storage.set(LAST_TOKEN, token);
    } else if (registered.topics) await topics.compare(registered.topics);
    isRegistered = true;
    state.set({ ...state.get(), token });
    listeners.forEach((tell) => tell(token));
    convergence.now();
    webPush.now();
  });
  const convergence = createRetry(async () => {
    const { token } = state.get();
    return token === undefined || topics.converge(token);
  });
  // Apart from the rest: a browser may take its time, or have no push service at all.
  const webPush = createRetry(async () => {
    if (!platform.webPushSubscription) return;
    const key = await gateway.webPushKey?.();
    const subscription = key && (await platform.webPushSubscription(key));
    if (subscription) await gateway.attachWebPush?.(subscription);
  });

  function setPermission(permission: PermissionStatus): void {
    const before = state.get();
    if (permission === before.permission && (isRegistered || permission !== 'granted')) return;
    const token = permission === 'granted' ? before.token : undefined;
    state.set({ permission, token });
    if (permission === 'granted') registration.now();
  }

  const stopListening = platform.token.onChange(registration.now);

  return {
    get: state.get,
    subscribe: state.subscribe,
    refresh: async () => setPermission(await platform.permission.status()),
    async requestPermission() {
      const permission = await platform.permission.request();
      setPermission(permission);
      return permission === 'granted';
    },
    registerAgain: registration.now,
    prove(code) {
      gateway.prove?.(code);
      if (isProofAwaited) registration.now();
    },
    converge: convergence.now,
    onRegistered(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop() {
      stopListening();
      registration.stop();
      convergence.stop();
      webPush.stop();
    },
  };
}

function unlessProofIsWanted(error: unknown): undefined {
  if (!isProofWanted(error)) throw error;
}
