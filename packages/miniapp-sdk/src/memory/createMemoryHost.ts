import {
  type DeviceInfo,
  type HostUser,
  type LocalNotificationOptions,
  createObservable,
  miniAppTarget,
  parseDeepLink,
  type PushRefusal,
  refuseCategory,
  refusePast,
  refuseScheduling,
  usualPaths,
} from '@host/contracts';

import { HostError } from '../sdk/HostError.ts';
import type {
  ApiMethod,
  AuthState,
  HostServices,
  LifecycleState,
} from '../sdk/HostServices.types.ts';
import { localeOfDevice } from '../sdk/localeOfDevice.ts';
import { ownServices } from '../sdk/ownServices.ts';
import { pushRefused } from '../sdk/pushRefused.ts';
import { createMemoryStorage } from './createMemoryStorage.ts';

/** One call of a mini-app to its host. */
export type HostCall =
  | { service: 'api'; method: ApiMethod; path: string; status: number }
  | { service: 'analytics'; kind: 'screen' | 'track'; name: string; properties?: object }
  | { service: 'storage'; operation: string; key?: string }
  | { service: 'auth'; operation: 'requestLogin' | 'getToken' }
  | { service: 'links'; operation: 'open'; link: string }
  | {
      service: 'push';
      operation: string;
      topic?: string;
      id?: string;
      options?: LocalNotificationOptions;
    };

/** The initial state of an in-memory host. */
export interface MemoryHostOptions {
  /** The mini-app's id: with it, requests for what is not the mini-app's own are refused, as by every host. */
  appId?: string;
  /** The first segment of the paths that it may call, if that is not the last part of its appId. */
  path?: string;
  /** Who is signed in; by default nobody. */
  user?: HostUser | null;
  /** The consent of that person to the mini-app; by default granted. */
  consent?: 'granted' | 'declined' | 'not-asked';
  /** Who a login prompt signs in; with null, every prompt is declined, including the one for consent. */
  loginAs?: HostUser | null;
  device?: Partial<DeviceInfo>;
  params?: Record<string, unknown>;
  storage?: Record<string, unknown>;
  /** Responses by method and path, `{ 'GET /orders/items': [{ id: '1', title: 'First' }] }`. */
  api?: Record<string, unknown>;
  /** Whether notifications are allowed, and whether a prompt is accepted. */
  push?: { hasPermission?: boolean; grants?: boolean };
}

/** An in-memory host that records all calls. */
export interface MemoryHost {
  services: HostServices;
  /** All calls, in order. */
  calls: HostCall[];
  storage: () => Record<string, unknown>;
  /** Signs a person in, by default with their consent. */
  signIn(user: HostUser, consent?: MemoryHostOptions['consent']): void;
  signOut(): void;
  setLifecycle(state: Partial<LifecycleState>): void;
  setDevice(device: Partial<DeviceInfo>): void;
}

const SOMEBODY: HostUser = { openId: 'memory-user', name: 'Ada' };

const DEVICE: DeviceInfo = {
  platform: 'ios',
  osVersion: '18.0',
  model: 'headless',
  formFactor: 'phone',
  locale: 'en-US',
  timeZone: 'UTC',
  theme: 'light',
  fontScale: 1,
  pixelRatio: 3,
  window: { width: 390, height: 844 },
  safeArea: { top: 47, right: 0, bottom: 34, left: 0 },
  host: { version: '1.0.0' },
  sdkVersion: '0.1.0',
  network: 'online',
};

/**
 * Creates an in-memory host: for tests, for the headless host, and for a standalone mini-app.
 *
 * @example
 * const host = createMemoryHost({ user: { openId: 'u1', name: 'Ada' }, api: { 'GET /orders/items': [] } });
 */
export function createMemoryHost(options: MemoryHostOptions = {}): MemoryHost {
  const calls: HostCall[] = [];
  let person = options.user ?? null;
  let consent = options.consent ?? 'granted';
  const auth = createObservable(authState(person, consent));
  const become = (next: HostUser | null, nextConsent: typeof consent = 'granted') => {
    person = next;
    consent = nextConsent;
    auth.set(authState(person, consent));
  };
  const device = createObservable<DeviceInfo>({ ...DEVICE, ...options.device });
  const lifecycle = createObservable<LifecycleState>({
    phase: 'shown',
    params: options.params ?? {},
  });
  const permission = createObservable({ hasPermission: options.push?.hasPermission ?? false });
  const stored = createMemoryStorage(options.storage);
  let notifications = 0;
  const categories = new Set<string>();
  const scheduled = new Map<string, LocalNotificationOptions>();
  const demand = (refusal: PushRefusal | undefined) => {
    if (refusal) throw pushRefused(refusal);
  };
  const requireConsent = () => {
    if (permission.get().hasPermission || (options.push?.grants ?? true)) return;
    throw new HostError('permission-denied', 'The person does not want notifications from here.');
  };

  const services: HostServices = {
    auth: {
      get: auth.get,
      subscribe: auth.subscribe,
      async requestLogin() {
        calls.push({ service: 'auth', operation: 'requestLogin' });
        const loginAs = options.loginAs === undefined ? SOMEBODY : options.loginAs;
        if (loginAs !== null) return become(person ?? loginAs);
        if (person && consent !== 'granted') become(person, 'declined');
        if (!auth.get().user) throw new HostError('permission-denied', 'The login was declined.');
      },
      async getToken() {
        calls.push({ service: 'auth', operation: 'getToken' });
        const { user } = auth.get();
        if (!user) throw new HostError('not-authenticated', 'Nobody is signed in.');
        return `memory-token-of-${user.openId}`;
      },
    },
    device,
    locale: localeOfDevice(device),
    lifecycle,
    links: {
      async open(link) {
        if (!miniAppTarget(parseDeepLink(link))) {
          throw new HostError('not-found', `${link} leads to nothing in this host.`);
        }
        calls.push({ service: 'links', operation: 'open', link });
      },
    },
    storage: recordStorage(stored, calls),
    analytics: {
      screen: (name) => void calls.push({ service: 'analytics', kind: 'screen', name }),
      track: (name, properties) =>
        void calls.push({ service: 'analytics', kind: 'track', name, properties }),
    },
    api: { request: (method, path) => answer(options.api ?? {}, calls, method, path) },
    push: {
      permission,
      async requestPermission() {
        calls.push({ service: 'push', operation: 'requestPermission' });
        const hasPermission = options.push?.grants ?? true;
        permission.set({ hasPermission });
        return hasPermission;
      },
      async subscribeToTopic(topic) {
        requireConsent();
        calls.push({ service: 'push', operation: 'subscribeToTopic', topic });
      },
      async unsubscribeFromTopic(topic) {
        calls.push({ service: 'push', operation: 'unsubscribeFromTopic', topic });
      },
      async scheduleNotification(given) {
        requireConsent();
        const pending = [...scheduled.values()].filter((one) => isPending(one)).length;
        demand(refuseScheduling(given, { categories: [...categories], pending }));
        const { scheduledAt, repeatType } = given;
        const problem = refusePast(+new Date(scheduledAt), repeatType, Date.now());
        demand(problem === undefined ? undefined : { code: 'time-is-past', message: problem });
        const id = `notification-${++notifications}`;
        scheduled.set(id, given);
        calls.push({ service: 'push', operation: 'scheduleNotification', id, options: given });
        return id;
      },
      async cancelNotification(id) {
        scheduled.delete(id);
        calls.push({ service: 'push', operation: 'cancelNotification', id });
      },
      async createCategory(id) {
        requireConsent();
        demand(refuseCategory(id, [...categories]));
        categories.add(id);
        calls.push({ service: 'push', operation: 'createCategory', id });
      },
    },
  };

  const { appId, path } = options;
  return {
    services:
      appId === undefined
        ? services
        : ownServices(services, { appId, path: path ?? usualPaths(appId)[0] }),
    calls,
    storage: () => stored.entries(),
    signIn: become,
    signOut: () => become(null),
    setLifecycle: (state) => lifecycle.set({ ...lifecycle.get(), ...state }),
    setDevice: (changes) => device.set({ ...device.get(), ...changes }),
  };
}

/** Whether a notification is still to be shown. */
function isPending({ scheduledAt, repeatType }: LocalNotificationOptions): boolean {
  return repeatType !== undefined || +new Date(scheduledAt) > Date.now();
}

function authState(
  person: HostUser | null,
  consent: NonNullable<MemoryHostOptions['consent']>,
): AuthState {
  const user = consent === 'granted' ? person : null;
  const status = person === null ? 'signed-out' : consent;
  return { user, isAuthenticated: user !== null, status };
}

async function answer(
  fixtures: Record<string, unknown>,
  calls: HostCall[],
  method: ApiMethod,
  path: string,
): Promise<unknown> {
  const known = Object.hasOwn(fixtures, `${method} ${path}`);
  calls.push({ service: 'api', method, path, status: known ? 200 : 404 });
  if (known) return structuredCopy(fixtures[`${method} ${path}`]);
  throw new HostError('not-found', `There is no fixture for ${method} ${path}.`, 404);
}

// A mini-app must not be able to change the fixture; Hermes has no structuredClone.
function structuredCopy(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

function recordStorage(
  storage: HostServices['storage'],
  calls: HostCall[],
): HostServices['storage'] {
  const note = (operation: string, key?: string) =>
    void calls.push({ service: 'storage', operation, ...(key !== undefined && { key }) });
  return {
    set: (key, value) => (note('set', key), storage.set(key, value)),
    get: (key) => (note('get', key), storage.get(key)),
    remove: (key) => (note('remove', key), storage.remove(key)),
    keys: () => (note('keys'), storage.keys()),
    clear: () => (note('clear'), storage.clear()),
    info: () => (note('info'), storage.info()),
  };
}
