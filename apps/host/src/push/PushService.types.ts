import type { HostPush } from '@host/host-runtime';
import type { Observable } from '@host/miniapp-sdk/host';
import type { NotificationApp, Push } from '@host/push';

import type { Prompts } from '../common/createPrompts.ts';
import type { Session } from '../session/Session.types.ts';
import type { RulesStore } from './createRulesStore.ts';

/** Push after it has started. */
export interface StartedPush {
  push: Push;
  /** The push API for mini-apps; each is limited to its own notifications and topics. */
  miniApps: Required<HostPush>;
  /** Whether the system shows notifications, or only the app itself while it is open. */
  shownBy: 'system' | 'app';
  /** Asks the gateway to send a test notification to this device. */
  sendTest: () => Promise<void>;
}

/** `unavailable` if the device cannot receive notifications or push failed to start. */
export type PushState =
  | { status: 'starting' | 'unavailable' }
  | ({ status: 'started' } & StartedPush);

/** The parts of the host that push depends on. */
export interface PushParts {
  session: Session;
  rules: RulesStore;
  /** Notifies when the host's language changes. */
  language: Pick<Observable<unknown>, 'subscribe'>;
  /** A mini-app's name and icon in the registry, which its notifications are shown with. */
  describe: (appId: string) => Promise<Pick<NotificationApp, 'name' | 'icon'>>;
}

/** Starts push on a platform; undefined where there is none. */
export type StartPush = (parts: PushParts) => Promise<StartedPush | undefined>;

/** Push for screens and mini-apps. It starts after the first screen is shown. */
export interface PushService {
  state: Observable<PushState>;
  /** The number of unread notifications. */
  unreadCount: Observable<number>;
  rules: RulesStore;
  /** The push API that mini-apps get. */
  forMiniApps: HostPush;
  /** Prompts that explain notifications before the system prompt. */
  primer: Prompts<undefined, boolean>;
  /** Requests the permission; call it after a user action. Resolves to whether it was granted. */
  turnOn: () => Promise<boolean>;
  /** Lets a mini-app show notifications again. */
  allowApp(appId: string): Promise<void>;
  withdrawApp(appId: string): Promise<void>;
}
