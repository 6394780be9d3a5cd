import {
  HostError,
  type HostServices,
  createObservable,
  pushRefused,
} from '@host/miniapp-sdk/host';

import type { HostPush } from '../ports/services.types.ts';
import { askingAppOf } from './askingAppOf.ts';
import { ScheduledIds } from './ScheduledIds.ts';
import type { ServiceContext } from './ServiceContext.types.ts';

/** The push of one mini-app: its own notifications, and only when the person agrees. */
export function pushService(context: ServiceContext): HostServices['push'] {
  const { options, resolution, consents } = context;
  const { appId } = resolution;
  const app = askingAppOf(resolution);
  const scheduled = new ScheduledIds(options.store, appId);
  const permission = createObservable({ hasPermission: false });
  const asked = () => ({ ...app, userId: options.session.current.get()?.userId });

  async function refresh(): Promise<void> {
    const consent = await consents.of(asked(), 'push');
    const allowed = options.push?.permission.get().hasPermission ?? false;
    const hasPermission = consent === 'granted' && allowed;
    if (permission.get().hasPermission !== hasPermission) permission.set({ hasPermission });
  }

  options.push?.permission.subscribe(() => void refresh());
  options.session.current.subscribe(() => void refresh());
  consents.changes.subscribe(() => void refresh());
  void refresh();

  async function allowedPush(): Promise<HostPush> {
    const push = pushOf(options.push);
    if (await consents.ask(asked(), 'push')) return push;
    throw new HostError('permission-denied', 'The person does not want notifications from here.');
  }

  return {
    permission,
    async requestPermission() {
      const isDeliberate = consents.followsTap();
      const push = pushOf(options.push);
      const agrees =
        (await consents.ask(asked(), 'push', { isDeliberate })) && (await push.requestPermission());
      await refresh();
      return agrees;
    },
    async subscribeToTopic(topic) {
      await (await allowedPush()).subscribeToTopic(topic);
    },
    async unsubscribeFromTopic(topic) {
      await pushOf(options.push).unsubscribeFromTopic(topic);
    },
    async scheduleNotification(notification) {
      const push = await allowedPush();
      const id = await orRefused(push.scheduleNotification(appId, notification));
      await scheduled.add(id);
      return id;
    },
    async createCategory(id, actions) {
      const push = await allowedPush();
      if (!push.createCategory) {
        throw new HostError('unavailable', 'The notifications of this host have no buttons.');
      }
      await orRefused(push.createCategory(appId, id, actions));
    },
    async cancelNotification(id) {
      // Ids of other mini-apps are treated like unknown ones.
      if (!(await scheduled.delete(id))) return;
      await pushOf(options.push).cancelNotification(id);
    },
  };
}

/** Translates errors of the host's push into those that mini-apps know. */
async function orRefused<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw pushRefused(error);
  }
}

function pushOf(push: HostPush | undefined): HostPush {
  if (push) return push;
  throw new HostError('unavailable', 'This host has no push.');
}
