import type { NotificationApp, PushNotification } from '@host/contracts';

/** The supported push services. */
export type TransportName = 'fcm' | 'apns' | 'webpush';

/** A message on its way to one device. Transports only read it: many sends may share one object. */
export interface OutgoingMessage {
  /** The same at every attempt, for push services that recognize repeated sends. */
  readonly id: string;
  readonly notification?: Readonly<PushNotification>;
  readonly data?: Readonly<Record<string, string>>;
  readonly collapseKey?: string;
  readonly priority: 'normal' | 'high';
  /** The remaining time to live, in whole seconds; 0 means now or never. */
  readonly remainingSeconds: number;
  readonly contentAvailable?: boolean;
  readonly mutableContent?: boolean;
  /** The mini-app in whose name it is sent: titles that the system displays begin with its name. */
  readonly app?: NotificationApp;
  readonly restrictedPackageName?: string;
  /** Only validated by the push service, if it supports that; never delivered. */
  readonly dryRun?: boolean;
}

/** A device that Google's service reaches. */
export interface FcmAddress {
  readonly transport: 'fcm';
  readonly token: string;
  /** If known, the message leaves out the fields for other platforms. */
  readonly platform?: FcmPlatform;
}

export type FcmPlatform = 'android' | 'ios' | 'web';

/** A device that Apple's service reaches. */
export interface ApnsAddress {
  readonly transport: 'apns';
  /** Hexadecimal, as the device reported it. */
  readonly token: string;
  /** Milliseconds since 1970: a token only counts as dead if Apple's timestamp for that is later. */
  readonly registeredAt: number;
  /** If unknown, the other environment is tried before a token counts as bad. */
  readonly environment?: ApnsEnvironment;
}

export type ApnsEnvironment = 'production' | 'sandbox';

/** A browser's push subscription, as `PushSubscription.toJSON()` gives it. */
export interface WebPushAddress {
  readonly transport: 'webpush';
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export type DeviceAddress = FcmAddress | ApnsAddress | WebPushAddress;

/**
 * The outcome of a send. `kind` says what to do, `code` why: an error code of the push service (`UNREGISTERED`,
 * `BadDeviceToken`, `410`) or of ours (`timeout`, `connection-lost`, …), stable enough for metrics. Error texts decide
 * nothing.
 */
export type Outcome = {
  /** The HTTP status of the answer; absent when there was none. */
  readonly status?: number;
} &
  /** The push service accepted it. */
  (
    | { readonly kind: 'accepted'; readonly serviceMessageId?: string }
    /** The token is dead: remove it. */
    | { readonly kind: 'dead-token'; readonly code: string }
    /** The token cannot be used with this configuration: stop sending to it, but keep it. */
    | { readonly kind: 'quarantine'; readonly code: string }
    /** A temporary failure: try again later, never before `retryAfterMs`. */
    | {
        readonly kind: 'retry';
        readonly code: string;
        readonly retryAfterMs?: number;
        /** What has to wait: this device only, or everything for this push service. */
        readonly scope: 'device' | 'service';
      }
    /** This message will never be accepted: drop it. */
    | { readonly kind: 'rejected'; readonly code: string }
    /** Like rejected, but the sender can be told that the size was the reason. */
    | { readonly kind: 'too-large'; readonly code: string }
    /** Our credentials are rejected: hold the queue and tell the operator. */
    | { readonly kind: 'auth-problem'; readonly code: string }
    /** Aborted by the caller's signal. It is unknown whether the push service had received it. */
    | { readonly kind: 'aborted' }
  );

/** One push service. */
export interface Transport<Address extends DeviceAddress = DeviceAddress> {
  readonly name: Address['transport'];
  /** One attempt, with a time limit of its own. Never rejects: whatever happens is an outcome. */
  send(message: OutgoingMessage, address: Address, signal?: AbortSignal): Promise<Outcome>;
  /** Closes connections; pending sends end as `retry` or `aborted`. */
  close(): Promise<void>;
}
