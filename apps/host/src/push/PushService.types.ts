import type { HostPush } from '@host/host-runtime';
import type { Observable } from '@host/miniapp-sdk/host';
import type { NotificationApp, Push } from '@host/push';

import type { Prompts } from '../common/createPrompts.ts';
import type { Session } from '../session/Session.types.ts';
import type { RulesStore } from './createRulesStore.ts';

/** Push, once it is there. */
export interface StartedPush {
  push: Push;
  /** The push of mini-apps, each bound to its own. */
  miniApps: Required<HostPush>;
  /** Whether the system shows notifications, or only the app itself while it is open. */
  shownBy: 'system' | 'app';
  /** Has the gateway send a notification to this device, now. */
  sendTest: () => Promise<void>;
}

/** `unavailable` on devices that lack what notifications are made of. */
export type PushState =
  | { status: 'starting' | 'unavailable' }
  | ({ status: 'started' } & StartedPush);

/** What starting push needs of the rest of the host. */
export interface PushParts {
  session: Session;
  rules: RulesStore;
  /** Tells when the host speaks another language. */
  language: Pick<Observable<unknown>, 'subscribe'>;
  /** What the registry calls a mini-app: its notifications are shown with that. */
  describe: (appId: string) => Promise<Pick<NotificationApp, 'name' | 'icon'>>;
}

/** Starts push on a platform; undefined where there is none. */
export type StartPush = (parts: PushParts) => Promise<StartedPush | undefined>;

/** Push as screens and mini-apps reach it. It comes a little later than the first screen. */
export interface PushService {
  state: Observable<PushState>;
  /** How many notifications are not read. */
  unreadCount: Observable<number>;
  rules: RulesStore;
  /** What mini-apps are given. */
  forMiniApps: HostPush;
  /** Asked before the system asks: why notifications are good to have. */
  primer: Prompts<undefined, boolean>;
  /** Asks for the permission, after something that the person did. Resolves to whether they allow it. */
  turnOn: () => Promise<boolean>;
  /** A mini-app may notify again, or not any more. */
  allowApp(appId: string): Promise<void>;
  withdrawApp(appId: string): Promise<void>;
}
