import * as z from 'zod/mini';

import { HttpUrl } from './HttpUrl.ts';
import { LIMITS } from './limits.ts';
import { line } from './line.ts';

/** The body of `POST /devices/register`. `platform` is free text; ios, android and web are known. */
export const DeviceRegistration = z.strictObject({
  token: line(LIMITS.deviceTokenLength),
  platform: line(64),
  /** The package name or bundle id of the app that holds the token (addition). */
  app: z.optional(line(LIMITS.appIdLength)),
  /** The token that this one replaces: its topics move along, and senders are told (addition). */
  previousToken: z.optional(line(LIMITS.deviceTokenLength)),
});
export type DeviceRegistration = z.infer<typeof DeviceRegistration>;

/** The answer to a device registration. */
export const RegisteredDevice = z.object({
  deviceId: z.string(),
  topics: z.array(z.string()),
  lastSeen: z.string(),
});
export type RegisteredDevice = z.infer<typeof RegisteredDevice>;

/** A device token of ours, for hosts that have none, and the key that proves who holds it. */
export const DeviceCredentials = z.object({ token: z.string(), key: z.string() });
export type DeviceCredentials = z.infer<typeof DeviceCredentials>;

/** A browser's push subscription, as `PushSubscription.toJSON()` gives it. */
export const WebPushSubscription = z.object({
  endpoint: HttpUrl,
  keys: z.object({
    p256dh: z
      .string()
      .check(z.regex(/^[A-Za-z0-9_-]{87}=?$/, 'p256dh is a public key in base64url')),
    auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}(==)?$/, 'auth is 16 bytes in base64url')),
  }),
});
export type WebPushSubscription = z.infer<typeof WebPushSubscription>;

/** How far a device has come: it has kept everything up to this cursor. */
export const PushAcknowledgement = z.strictObject({
  cursor: z.int().check(z.minimum(0)),
  /** Ids of messages that the person opened. */
  opened: z.optional(z.array(z.string().check(z.regex(/^[1-9]\d{0,15}$/))).check(z.maxLength(100))),
});
export type PushAcknowledgement = z.infer<typeof PushAcknowledgement>;
