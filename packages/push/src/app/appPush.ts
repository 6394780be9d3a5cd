import { type Observable, createObservable } from '@host/contracts';

import type { Push, PushOptions } from '../core/Push.types.ts';
import { createPush } from '../core/createPush.ts';
import {
  type DeepLinkRouterOptions,
  createDeepLinkRouter,
} from '../core/links/createDeepLinkRouter.ts';
import { PushError } from '../core/PushError.ts';

export interface StartPushOptions extends Omit<PushOptions, 'router'> {
  /** The options for deep links of this app. */
  links?: DeepLinkRouterOptions;
}

const current = createObservable<Push | undefined>(undefined);

/** The app's push as an observable; undefined until `startPush` was called. */
export const appPush: Observable<Push | undefined> = current;

/** The app's deep links. Routes can be registered before `startPush`; a link that arrives before its route waits for it. */
export const DeepLinkRouter = createDeepLinkRouter();

/**
 * Starts push for the app, once and early: a tap that started the app is kept for later listeners. It does not ask for
 * permission. Returns the app's push, which the hooks and services of this package use.
 *
 * @example
 * const platform = createWebPlatform();
 * startPush({ platform, gateway: createGatewayClient({ url, storage: platform.storage }) });
 */
export function startPush({ links, ...options }: StartPushOptions): Push {
  current.get()?.stop();
  if (links) DeepLinkRouter.configure(links);
  const push = createPush({ ...options, router: DeepLinkRouter });
  current.set(push);
  push.start().catch((error: unknown) => options.onError?.(error));
  return push;
}

/** The app's push; throws an error that says what to do if there is none. */
export function requirePush(): Push {
  const push = current.get();
  if (push) return push;
  throw new PushError(
    'not-started',
    'Push is not started: call startPush({ platform, gateway }) of @host/push before, where the app starts.',
  );
}
