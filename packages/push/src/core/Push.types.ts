import type {
  AndroidChannel,
  CategoryAction,
  LocalNotificationOptions,
  NotificationApp,
  Observable,
} from '@host/contracts';

import type { DeviceState } from './device/createDevice.ts';
import type { PushGateway } from './gateway/PushGateway.types.ts';
import type { DeepLinkRouter } from './links/createDeepLinkRouter.ts';
import type { NotificationsState } from './notifications/createNotificationStore.ts';
import type { OpeningHandlers, OpeningKind } from './openings/createOpenings.ts';
import type { MayShow, PushPlatform, Showable } from './PushPlatform.types.ts';
import type { Schedule } from './schedule/Schedule.types.ts';

export interface PushOptions {
  platform: PushPlatform;
  gateway: PushGateway;
  router: DeepLinkRouter;
  /**
   * Whether a notification may be shown now, in the foreground or by the system; by default yes. Withheld ones are still in the
   * center. A string means no, with a reason: `quiet-hours`, `muted`; it is reported to the gateway. Not called for
   * notifications that the system shows by itself.
   */
  mayShow?: (notification: Showable) => MayShow | Promise<MayShow>;
  /** Called if the system allows no exact times: local notifications may be minutes late. */
  onInexactAlarms?: () => void;
  /** Called for errors in the background, such as a full storage. */
  onError?: (error: unknown) => void;
  now?: () => number;
}

/** Push for an app, without a framework: the hooks, the component and the services are thin layers over it. */
export interface Push {
  /** Permission and token. */
  device: Observable<DeviceState>;
  /** The notification center. */
  center: Observable<NotificationsState> & {
    markAsRead: (id: string) => Promise<void>;
    markAllAsRead: () => Promise<void>;
    deleteNotification: (id: string) => Promise<void>;
  };
  /** Starts everything, without asking for permission. */
  start: () => Promise<void>;
  stop: () => void;
  /** To be called when the app comes to the foreground, or the network is back. */
  resume: () => Promise<void>;
  /** To be called when somebody signs in or out. */
  personChanged: () => Promise<void>;
  requestPermission: () => Promise<boolean>;
  subscribeToTopic: (topic: string) => Promise<void>;
  unsubscribeFromTopic: (topic: string) => Promise<void>;
  unsubscribeWhere: (matches: (topic: string) => boolean) => Promise<void>;
  /** `from` is the mini-app that it comes from; undefined for the host itself. */
  schedule: (options: LocalNotificationOptions, from?: NotificationApp) => Promise<string>;
  cancel: (id: string) => Promise<void>;
  cancelWhere: (matches: (schedule: Schedule) => boolean) => Promise<void>;
  /** The local notifications that will still be shown. */
  pending: () => Promise<Schedule[]>;
  createCategory: (id: string, actions: readonly CategoryAction[]) => Promise<void>;
  /** The ids of the created categories, including those of mini-apps. */
  categories: () => string[];
  removeCategory: (id: string) => Promise<void>;
  /** The buttons of a category; empty if it was not created. */
  actionsOf: (category: string | undefined) => readonly CategoryAction[];
  /**
   * To be called when somebody opens a notification inside the app, or taps a button that the app rendered: marks it as read,
   * reports it to the gateway, and follows its link or passes on the action.
   */
  open: (id: string, actionId?: string) => Promise<void>;
  createChannel: (channel: AndroidChannel) => Promise<void>;
  on: <Kind extends OpeningKind>(kind: Kind, handler: OpeningHandlers[Kind]) => () => void;
}
