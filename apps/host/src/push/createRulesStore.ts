import { createObservable } from '@host/contracts';
import type { KeyValueStore } from '@host/host-runtime';
import type { Observable } from '@host/miniapp-sdk/host';

import type { ChannelId } from './channels.ts';
import { type NotificationRules, RULES_KEY, USUAL_RULES, readRules } from './notificationRules.ts';

/** The person's notification rules, persisted. A change is on disk when its promise resolves. */
export interface RulesStore extends Observable<NotificationRules> {
  /** Reads the persisted rules. */
  start(): Promise<void>;
  setChannel(channel: ChannelId, isOn: boolean): Promise<void>;
  setApp(appId: string, isOn: boolean): Promise<void>;
  setQuietHours(change: Partial<NotificationRules['quietHours']>): Promise<void>;
  /** Resets the rules of mini-apps when another person uses the device, as their permissions are reset. */
  forgetApps(): Promise<void>;
}

export function createRulesStore(store: Pick<KeyValueStore, 'get' | 'set'>): RulesStore {
  const rules = createObservable(USUAL_RULES);
  const change = (changed: Partial<NotificationRules>) => {
    rules.set({ ...rules.get(), ...changed });
    return store.set(RULES_KEY, JSON.stringify(rules.get()));
  };
  return {
    get: rules.get,
    subscribe: rules.subscribe,
    start: async () => rules.set(readRules(await store.get(RULES_KEY))),
    setChannel: (channel, isOn) =>
      change({ mutedChannels: withOrWithout(rules.get().mutedChannels, channel, !isOn) }),
    setApp: (appId, isOn) =>
      change({ mutedApps: withOrWithout(rules.get().mutedApps, appId, !isOn) }),
    setQuietHours: (hours) => change({ quietHours: { ...rules.get().quietHours, ...hours } }),
    forgetApps: () => change({ mutedApps: [] }),
  };
}

function withOrWithout(list: readonly string[], entry: string, isIn: boolean): string[] {
  const others = list.filter((each) => each !== entry);
  return isIn ? [...others, entry] : others;
}
