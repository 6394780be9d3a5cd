import { type Observable, createObservable } from '@host/contracts';

import { createRetry } from '../createRetry.ts';
import { isProofWanted } from '../gateway/createGatewayCalls.ts';
import type { PushGateway } from '../gateway/PushGateway.types.ts';
import type { PermissionStatus, PushPlatform } from '../PushPlatform.types.ts';
import type { Topics } from '../topics/createTopics.ts';

/** The state of this device. */
export interface DeviceState {
  permission: PermissionStatus;
  /** Available once the permission is granted. */
  token: string | undefined;
}

/** This device at the gateway: registered as soon as there is a token, and again whenever it changes. */
export interface Device extends Observable<DeviceState> {
  /** Reads the permission, without asking. Call it at the start and on resume: people change permissions elsewhere. */
  refresh(): Promise<void>;
  /** Asks the person; call it after a user action only. Resolves to whether they allow it. */
  requestPermission: () => Promise<boolean>;
  /** To be called when somebody signs in or out: the device belongs to whoever is signed in. */
  registerAgain(): void;
  /** Uses a code that arrived as a push, which proves that the token belongs to this device. */
  prove(code: string): void;
  /** To be called when topics have changed, or there is a connection again. */
  converge: () => void;
  /** Called for every token that was registered at the gateway. */
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
    // A token issued by the gateway is registered again unchanged: the same token is always the same device.
    const wanted = { token: given ?? known, platform: platform.name };
    const registered = await gateway.register(wanted).catch(unlessProofIsWanted);
    // A retry would only send another code: it continues once the code arrives, or when the app resumes.
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
  // Separate from the rest: a browser may be slow, or have no push service at all.
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
