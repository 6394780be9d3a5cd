import { createObservable } from '@host/contracts';
import type { HostPush, KeyValueStore } from '@host/host-runtime';
import { HostError } from '@host/miniapp-sdk/host';

import { createPrompts } from '../common/createPrompts.ts';
import type { Session } from '../session/Session.types.ts';
import { createRulesStore } from './createRulesStore.ts';
import type {
  PushParts,
  PushService,
  PushState,
  StartPush,
  StartedPush,
} from './PushService.types.ts';

/** The options of `createPushService`. */
export interface PushServiceOptions extends Pick<PushParts, 'describe' | 'language'> {
  session: Session;
  store: Pick<KeyValueStore, 'get' | 'set'>;
  startPush: StartPush;
}

/** Creates push for the host and starts it in the background. */
export function createPushService(options: PushServiceOptions): PushService {
  const { session, store, startPush, describe, language } = options;
  const rules = createRulesStore(store);
  const state = createObservable<PushState>({ status: 'starting' });
  const unreadCount = createObservable(0);
  const permission = createObservable({ hasPermission: false });
  const primer = createPrompts<undefined, boolean>();
  /** After "not now" the primer is not shown again unless the person turns notifications on themselves. */
  let isDeclined = false;

  async function start(): Promise<StartedPush | undefined> {
    await rules.start();
    const started = await startPush({ session, rules, describe, language });
    if (!started) return undefined;
    const { center } = started.push;
    const count = () => unreadCount.set(center.get().unreadCount);
    center.subscribe(count);
    count();
    const { permission: theirs } = started.miniApps;
    theirs.subscribe(() => permission.set(theirs.get()));
    permission.set(theirs.get());
    return started;
  }

  const starting = start().catch(() => undefined);
  void starting.then((started) =>
    state.set(started ? { status: 'started', ...started } : { status: 'unavailable' }),
  );

  async function demand(): Promise<StartedPush> {
    const started = await starting;
    if (started) return started;
    throw new HostError('unavailable', 'There are no notifications on this device.');
  }

  async function turnOn(): Promise<boolean> {
    const { push } = await demand();
    const { permission: current } = push.device.get();
    if (current !== 'not-determined') return current === 'granted';
    if (!(await primer.ask(undefined))) {
      isDeclined = true;
      return false;
    }
    return push.requestPermission();
  }

  /** Offers to turn notifications on; a mini-app's request does not wait for the answer and takes effect once they are on. */
  function offer(): void {
    if (!isDeclined) void turnOn().catch(() => undefined);
  }

  const forMiniApps: HostPush = {
    permission,
    // No primer: the person has just answered the consent prompt of the mini-app.
    requestPermission: async () => (await demand()).miniApps.requestPermission(),
    async subscribeToTopic(topic) {
      await (await demand()).miniApps.subscribeToTopic(topic);
      offer();
    },
    unsubscribeFromTopic: async (topic) => (await demand()).miniApps.unsubscribeFromTopic(topic),
    async scheduleNotification(appId, notification) {
      const id = await (await demand()).miniApps.scheduleNotification(appId, notification);
      offer();
      return id;
    },
    cancelNotification: async (id) => (await demand()).miniApps.cancelNotification(id),
    createCategory: async (appId, id, actions) =>
      (await demand()).miniApps.createCategory(appId, id, actions),
  };

  return {
    state,
    unreadCount,
    rules,
    forMiniApps,
    primer,
    turnOn,
    allowApp: (appId) => rules.setApp(appId, true),
    async withdrawApp(appId) {
      await rules.setApp(appId, false);
      await (await starting)?.miniApps.withdraw(appId);
    },
  };
}
