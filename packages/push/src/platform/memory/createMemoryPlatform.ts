import type { CategoryAction } from '@host/contracts';

import type {
  PermissionStatus,
  PlatformEvent,
  Press,
  PushPlatform,
  RemoteMessage,
  ShownNotification,
} from '../../core/PushPlatform.types.ts';
import { type MemoryAlarms, createMemoryAlarms } from './createMemoryAlarms.ts';
import { createMemoryStorage } from './createMemoryStorage.ts';

export interface MemoryPlatformOptions {
  name?: string;
  /** The stored texts of an earlier run. */
  texts?: Map<string, string>;
  permission?: PermissionStatus;
  /** The person's answer to the permission prompt. */
  answer?: PermissionStatus;
  token?: string;
  initialPress?: Press;
  /** What arrives while the app is not running. */
  arrived?: RemoteMessage[];
  alarms?: MemoryAlarms;
  isInForeground?: boolean;
}

/** A platform without a device, for tests and for the headless host. */
export interface MemoryPlatform extends PushPlatform {
  readonly texts: Map<string, string>;
  readonly alarms: MemoryAlarms;
  /** The displayed notifications. */
  readonly screen: ShownNotification[];
  /** All notifications that were ever displayed. */
  readonly history: ShownNotification[];
  readonly categories: Map<string, readonly CategoryAction[]>;
  readonly channels: Map<string, unknown>;
  badge(): number;
  timesAsked(): number;
  setPermission(status: PermissionStatus): void;
  setToken(token: string): void;
  setInForeground(isInForeground: boolean): void;
  /** Brings the app to the foreground. */
  comeBack(): void;
  emit(event: PlatformEvent): void;
}

export function createMemoryPlatform(options: MemoryPlatformOptions = {}): MemoryPlatform {
  const texts = options.texts ?? new Map<string, string>();
  let permission = options.permission ?? 'not-determined';
  let { token, isInForeground = true } = options;
  let badge = 0;
  let timesAsked = 0;
  const screen: ShownNotification[] = [];
  const history: ShownNotification[] = [];
  const categories = new Map<string, readonly CategoryAction[]>();
  const channels = new Map<string, unknown>();
  const listeners = new Set<(event: PlatformEvent) => void>();
  const resumeListeners = new Set<() => void>();
  const pauseListeners = new Set<() => void>();
  const tokenListeners = new Set<(token: string) => void>();
  const takeOff = (matches: (shown: ShownNotification) => boolean) => {
    const at = screen.findIndex(matches);
    if (at >= 0) screen.splice(at, 1);
  };

  return {
    name: options.name ?? 'memory',
    storage: createMemoryStorage(texts),
    alarms: options.alarms ?? createMemoryAlarms(),
    permission: {
      status: async () => permission,
      async request() {
        timesAsked++;
        if (permission === 'not-determined') permission = options.answer ?? 'granted';
        return permission;
      },
    },
    token: {
      get: async () => (permission === 'granted' ? token : undefined),
      onChange(listener) {
        tokenListeners.add(listener);
        return () => void tokenListeners.delete(listener);
      },
    },
    async show(notification) {
      if (notification.tag !== undefined) takeOff(({ tag }) => tag === notification.tag);
      screen.push(notification);
      history.push(notification);
    },
    dismiss: async (id) => takeOff((shown) => shown.id === id),
    setCategory: async (id, actions) => void categories.set(id, actions),
    createChannel: async (channel) => void channels.set(channel.id, channel),
    setBadge: async (count) => void (badge = count),
    isInForeground: () => isInForeground,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onResume(listener) {
      resumeListeners.add(listener);
      return () => void resumeListeners.delete(listener);
    },
    onPause(listener) {
      pauseListeners.add(listener);
      return () => void pauseListeners.delete(listener);
    },
    arrived: async () => options.arrived?.splice(0) ?? [],
    initialPress: async () => options.initialPress,

    texts,
    screen,
    history,
    categories,
    channels,
    badge: () => badge,
    timesAsked: () => timesAsked,
    setPermission: (status) => void (permission = status),
    setToken(given) {
      token = given;
      tokenListeners.forEach((tell) => tell(given));
    },
    setInForeground(value) {
      isInForeground = value;
      if (!value) pauseListeners.forEach((tell) => tell());
    },
    comeBack() {
      isInForeground = true;
      resumeListeners.forEach((tell) => tell());
    },
    emit: (event) => listeners.forEach((tell) => tell(event)),
  };
}
