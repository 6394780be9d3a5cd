export { DeepLinkRouter, type StartPushOptions, startPush } from './app/appPush.ts';
export { NotificationChannel, localNotificationService, pushService } from './app/services.ts';
export { PushProvider, type PushProviderProps } from './react/PushProvider.tsx';
export { type LocalNotificationApi, useLocalNotification } from './react/useLocalNotification.ts';
export { type NotificationsApi, useNotifications } from './react/useNotifications.ts';
export { type PushState, usePush } from './react/usePush.ts';
export {
  NotificationList,
  type NotificationListProps,
  type NotificationListWords,
} from './react/notification-list/NotificationList.tsx';
export {
  type CategoryAction,
  type LocalNotificationOptions,
  type Notification,
  type NotificationApp,
} from '@host/contracts';
export {
  type GatewayClientOptions,
  type HostPush,
  type LinkHandler,
  type LinkParams,
  type MiniAppPush,
  type MiniAppPushOptions,
  type Push,
  PushError,
  type PushErrorCode,
  type PushGateway,
  type RouteParams,
  createGatewayClient,
  createHostPush,
  createMiniAppPush,
} from './core/index.ts';
export type {
  PermissionStatus,
  PushPlatform,
  PushStorage,
  Showable,
} from './core/PushPlatform.types.ts';
