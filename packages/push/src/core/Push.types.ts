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
   * Whether one may be shown now, in front or on the screen; yes where it is left out. What may not is in the center all
   * the same. A text is no, and why: `quiet-hours`, `muted`; the gateway is told. What a system shows by itself is not asked
   * about.
   */
  mayShow?: (notification: Showable) => MayShow | Promise<MayShow>;
  /** Told when the system allows no exact times: local notifications may be minutes late. */
  onInexactAlarms?: () => void;
  /** Told of what went wrong where nobody waits for it, such as a storage that is full. */
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
  /** Starts everything; asks nobody for anything. */
  start: () => Promise<void>;
  stop: () => void;
  /** The app came to the front, or the network is back. */
  resume: () => Promise<void>;
  /** Somebody signed in or out. */
  personChanged: () => Promise<void>;
  requestPermission: () => Promise<boolean>;
  subscribeToTopic: (topic: string) => Promise<void>;
  unsubscribeFromTopic: (topic: string) => Promise<void>;
  unsubscribeWhere: (matches: (topic: string) => boolean) => Promise<void>;
  /** `from` is the mini-app that it comes from; left out for the host's own. */
  schedule: (options: LocalNotificationOptions, from?: NotificationApp) => Promise<string>;
  cancel: (id: string) => Promise<void>;
  cancelWhere: (matches: (schedule: Schedule) => boolean) => Promise<void>;
  /** The local notifications that will still be shown. */
  pending: () => Promise<Schedule[]>;
  createCategory: (id: string, actions: readonly CategoryAction[]) => Promise<void>;
  /** The ids of the categories that were created, those of mini-apps among them. */
  categories: () => string[];
  removeCategory: (id: string) => Promise<void>;
  /** The buttons of a category; none for one that was not created. */
  actionsOf: (category: string | undefined) => readonly CategoryAction[];
  /**
   * Somebody opened one inside the app, or tapped a button that the app drew: it is read, the gateway is told, and its link
   * is followed or the action told.
   */
  open: (id: string, actionId?: string) => Promise<void>;
  createChannel: (channel: AndroidChannel) => Promise<void>;
  on: <Kind extends OpeningKind>(kind: Kind, handler: OpeningHandlers[Kind]) => () => void;
}
