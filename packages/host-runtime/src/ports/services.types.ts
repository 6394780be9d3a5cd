import type { CategoryAction, LocalNotificationOptions } from '@host/contracts';
import type { ApiMethod, Observable } from '@host/miniapp-sdk/host';

/** An HTTP call of a mini-app to its own paths. */
export interface ApiRequest {
  appId: string;
  method: ApiMethod;
  /** Starts with the mini-app's own path, `/orders/items`; checked by the runtime. */
  path: string;
  body?: unknown;
  /** Identifies the signed-in person to this mini-app only; absent without the person's consent. */
  token?: string;
  signal: AbortSignal;
}

/** Sends the calls of mini-apps to the server, with the request's token as the only identification of a person. */
export interface ApiPort {
  /** Resolves to the response, whatever its status. */
  request(request: ApiRequest): Promise<{ status: number; body: unknown }>;
}

/** An event that a mini-app recorded. */
export interface AnalyticsEvent {
  appId: string;
  version: string;
  kind: 'screen' | 'track';
  name: string;
  properties: Readonly<Record<string, unknown>>;
}

/** The destination of mini-apps' analytics. */
export interface AnalyticsSink {
  record(event: AnalyticsEvent): void;
}

/** The host's push, as far as mini-apps can reach it. */
export interface HostPush {
  permission: Observable<{ hasPermission: boolean }>;
  requestPermission(): Promise<boolean>;
  subscribeToTopic(topic: string): Promise<void>;
  unsubscribeFromTopic(topic: string): Promise<void>;
  /** Resolves to the id that cancels it. `appId` is the mini-app that the notification is from. */
  scheduleNotification(appId: string, options: LocalNotificationOptions): Promise<string>;
  cancelNotification(id: string): Promise<void>;
  /** Sets the buttons of a mini-app's notifications with this category; absent in hosts without support. */
  createCategory?(appId: string, id: string, actions: readonly CategoryAction[]): Promise<void>;
  /** Cancels the notifications and subscriptions of a mini-app that may no longer notify, or was removed. */
  withdraw?(appId: string): Promise<void>;
}

/** The cryptography that the runtime needs; not needed if WebCrypto exists. */
export interface CryptoPort {
  sha256(bytes: Uint8Array): Promise<string>;
  /** Verifies an Ed25519 signature; key and signature are base64. */
  verify(text: string, signature: string, publicKey: string): Promise<boolean>;
}
