import type { NotificationApp, PushNotification } from '@host/contracts';

/** Who takes a message from us and brings it to a device. */
export type TransportName = 'fcm' | 'apns' | 'webpush';

/** A message on its way to one device. Transports only read it: many sends may share one object. */
export interface OutgoingMessage {
  /** The same at every attempt, so that a push service that can recognise a repeated send does. */
  readonly id: string;
  readonly notification?: Readonly<PushNotification>;
  readonly data?: Readonly<Record<string, string>>;
  readonly collapseKey?: string;
  readonly priority: 'normal' | 'high';
  /** What is left of the time to live, in whole seconds; 0 means now or never. */
  readonly remainingSeconds: number;
  readonly contentAvailable?: boolean;
  readonly mutableContent?: boolean;
  /** The mini-app in whose name it is sent: a title that a system shows by itself begins with its name. */
  readonly app?: NotificationApp;
  readonly restrictedPackageName?: string;
  /** Checked by the push service where it can check, and delivered by none. */
  readonly dryRun?: boolean;
}

/** A device that Google's service reaches. */
export interface FcmAddress {
  readonly transport: 'fcm';
  readonly token: string;
  /** Where it is known: a message need not say then how it looks elsewhere. */
  readonly platform?: FcmPlatform;
}

export type FcmPlatform = 'android' | 'ios' | 'web';

/** A device that Apple's service reaches. */
export interface ApnsAddress {
  readonly transport: 'apns';
  /** Hexadecimal, as the device reported it. */
  readonly token: string;
  /** Milliseconds since 1970: Apple's word that a token is dead counts only when it is younger than this. */
  readonly registeredAt: number;
  /** Where it is known. Without it the other environment is tried before a token counts as bad. */
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
 * What became of a send. `kind` says what to do, `code` why: a name of the push service's (`UNREGISTERED`,
 * `BadDeviceToken`, `410`) or of ours (`timeout`, `connection-lost`, …), stable enough for metrics. No text decides anything.
 */
export type Outcome =
  /** The push service has it. */
  | { readonly kind: 'accepted'; readonly serviceMessageId?: string }
  /** The token is dead: forget it. */
  | { readonly kind: 'dead-token'; readonly code: string }
  /** The token is not ours to use with this set-up: send it nothing more, but do not forget it. */
  | { readonly kind: 'quarantine'; readonly code: string }
  /** Nothing is known to be wrong with message or token: send again later, never before `retryAfterMs`. */
  | {
      readonly kind: 'retry';
      readonly code: string;
      readonly retryAfterMs?: number;
      /** What has to wait: this device alone, or everything that goes to this push service. */
      readonly scope: 'device' | 'service';
    }
  /** This message will never be taken: drop it. */
  | { readonly kind: 'rejected'; readonly code: string }
  /** Like rejected, and the sender can be told that it was the size. */
  | { readonly kind: 'too-large'; readonly code: string }
  /** Our credentials are not taken: hold the queue and tell the operator. */
  | { readonly kind: 'auth-problem'; readonly code: string }
  /** The caller's signal ended it. Whether the push service had it already is not known. */
  | { readonly kind: 'aborted' };

/** One push service. */
export interface Transport<Address extends DeviceAddress = DeviceAddress> {
  readonly name: Address['transport'];
  /** One attempt, with a time limit of its own. Never rejects: whatever happens is an outcome. */
  send(message: OutgoingMessage, address: Address, signal?: AbortSignal): Promise<Outcome>;
  /** Lets go of connections; sends that are under way end as `retry` or `aborted`. */
  close(): Promise<void>;
}
