import { LocalNotificationOptions, MiniAppCategory, isTopic, miniAppTopic } from '@host/contracts';

import { HostError } from './HostError.ts';
import type { HostServices } from './HostServices.types.ts';
import { ownPath } from './ownPath.ts';

const EVENT_BYTES = 16 * 1024;

/** The mini-app that the services belong to. */
export interface ServicesOwner {
  appId: string;
  /** The first segment of the paths that it may call; undefined if it has none. */
  path?: string | undefined;
}

/**
 * Restricts services to what belongs to one mini-app: its topics, calls below its path, valid notifications and events.
 * Every host wraps its services in it, including those for development, so that the same is refused everywhere, and before
 * it has any effect.
 */
export function ownServices(services: HostServices, { appId, path }: ServicesOwner): HostServices {
  const { api, analytics, push } = services;
  const subscription = (act: (topic: string) => Promise<void>) => async (topic: string) => {
    refuseForeignTopic(appId, topic);
    return act(topic);
  };
  return {
    ...services,
    api: {
      async request(method, asked, body) {
        const straight = ownPath(asked, path);
        if (straight !== undefined) return api.request(method, straight, body);
        throw new HostError(
          'path-not-allowed',
          path === undefined
            ? `${asked}: this mini-app has no path of its own yet.`
            : `${asked} is not below /${path}/, which is all that this mini-app may call.`,
        );
      },
    },
    analytics: {
      screen(name) {
        copyEvent('screen', name, {});
        analytics.screen(name);
      },
      track: (name, properties) => analytics.track(name, copyEvent('track', name, properties)),
    },
    push: {
      ...push,
      subscribeToTopic: subscription((topic) => push.subscribeToTopic(topic)),
      unsubscribeFromTopic: subscription((topic) => push.unsubscribeFromTopic(topic)),
      async scheduleNotification(given) {
        const options = taken(LocalNotificationOptions.safeParse(given));
        if (options.channelId === undefined) return push.scheduleNotification(options);
        throw new HostError('invalid-argument', 'channelId: channels are the host’s own.');
      },
      async createCategory(id, actions) {
        const category = taken(MiniAppCategory.safeParse({ id, actions }));
        return push.createCategory(category.id, category.actions);
      },
    },
  };
}

/** Parses a value with a schema; throws a refusal that says what is wrong. */
function taken<Value>(
  parsed:
    | { success: true; data: Value }
    | { success: false; error: { issues: readonly { message: string }[] } },
): Value {
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ message }) => message);
  throw new HostError('invalid-argument', problems.join('; '));
}

function refuseForeignTopic(appId: string, topic: string): void {
  const start = miniAppTopic(appId, '');
  if (typeof topic !== 'string' || !topic.startsWith(start)) {
    throw new HostError(
      'path-not-allowed',
      `A mini-app's topics start with ${start}; "${topic}" does not.`,
    );
  }
  if (topic === start || !isTopic(topic)) {
    throw new HostError(
      'invalid-argument',
      `"${topic}" is no topic: after ${start} there are letters, digits and - _ . ~ %.`,
    );
  }
}

function copyEvent(
  kind: 'screen' | 'track',
  name: string,
  properties: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const text = JSON.stringify(properties);
  if (typeof name !== 'string' || name === '' || text.length > EVENT_BYTES) {
    throw new HostError(
      'invalid-argument',
      `analytics.${kind} takes a name and at most 16 KB of properties.`,
    );
  }
  return JSON.parse(text) as Record<string, unknown>;
}
