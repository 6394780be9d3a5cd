import { createObservable } from '@host/contracts';
import type { KeyValueStore } from '@host/host-runtime';
import type { Observable } from '@host/miniapp-sdk/host';

import type { ChannelId } from './channels.ts';
import { type NotificationRules, RULES_KEY, USUAL_RULES, readRules } from './notificationRules.ts';

/** What the person wants to be shown, kept over restarts. A change is on disk when its promise resolves. */
export interface RulesStore extends Observable<NotificationRules> {
  /** Reads what was kept. */
  start(): Promise<void>;
  setChannel(channel: ChannelId, isOn: boolean): Promise<void>;
  setApp(appId: string, isOn: boolean): Promise<void>;
  setQuietHours(change: Partial<NotificationRules['quietHours']>): Promise<void>;
  /** Somebody else is there: what was said about mini-apps is forgotten, as their permissions are. */
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
