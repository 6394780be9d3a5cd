import type { CategoryAction, LocalNotificationOptions } from '@host/contracts';
import type { ApiMethod, Observable } from '@host/miniapp-sdk/host';

/** An HTTP call of a mini-app to its own paths. */
export interface ApiRequest {
  appId: string;
  method: ApiMethod;
  /** Starts with the mini-app's own path, `/orders/items`; checked by the runtime. */
  path: string;
  body?: unknown;
  /** Says who is signed in, to this mini-app alone; absent while the person did not agree to that. */
  token?: string;
  signal: AbortSignal;
}

/** Sends the calls of mini-apps to the server, with the token of the request and nothing else that names a person. */
export interface ApiPort {
  /** Resolves to what was answered, whatever the status. */
  request(request: ApiRequest): Promise<{ status: number; body: unknown }>;
}

/** One thing that a mini-app recorded. */
export interface AnalyticsEvent {
  appId: string;
  version: string;
  kind: 'screen' | 'track';
  name: string;
  properties: Readonly<Record<string, unknown>>;
}

/** Where the analytics of mini-apps go. */
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
  /** The buttons of a mini-app's notifications with this category; left out by a host that shows none. */
  createCategory?(appId: string, id: string, actions: readonly CategoryAction[]): Promise<void>;
  /** A mini-app may not notify any more, or was removed: what it scheduled is cancelled, what it subscribed to ends. */
  withdraw?(appId: string): Promise<void>;
}

/** What the runtime needs of cryptography; where WebCrypto is, nothing has to be given. */
export interface CryptoPort {
  sha256(bytes: Uint8Array): Promise<string>;
  /** Whether an Ed25519 signature holds; key and signature are base64. */
  verify(text: string, signature: string, publicKey: string): Promise<boolean>;
}
