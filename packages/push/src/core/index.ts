export {
  type CategoryAction,
  type LocalNotificationOptions,
  type Notification,
  type NotificationApp,
} from '@host/contracts';
export type { Observable } from '@host/contracts';
export { createPush } from './createPush.ts';
export type { Push, PushOptions } from './Push.types.ts';
export type { DeviceState } from './device/createDevice.ts';
export { type GatewayClientOptions, createGatewayClient } from './gateway/createGatewayClient.ts';
export { GATHER_MS, MAX_GATHERED } from './gateway/live/createCursor.ts';
export type { GatewayFetch, GatewaySocket, OpenSocket } from './gateway/GatewayPorts.types.ts';
export type {
  InboxChange,
  InboxGateway,
  LiveConnection,
  LiveListener,
  LiveState,
  PushGateway,
} from './gateway/PushGateway.types.ts';
export {
  type DeepLinkRouter,
  type DeepLinkRouterOptions,
  type LinkHandler,
  type LinkOutcome,
  type LinkParams,
  type RouteParams,
  createDeepLinkRouter,
} from './links/createDeepLinkRouter.ts';
export { type HostPush, createHostPush } from './mini-apps/createHostPush.ts';
export {
  type MiniAppPush,
  type MiniAppPushOptions,
  createMiniAppPush,
} from './mini-apps/createMiniAppPush.ts';
export type { NotificationsState } from './notifications/createNotificationStore.ts';
export { PushError, type PushErrorCode } from './PushError.ts';
export type { Schedule } from './schedule/Schedule.types.ts';
