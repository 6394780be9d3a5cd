import * as z from 'zod/mini';

import { CLIENT_LIMITS } from '../common/clientLimits.ts';
import { line } from '../common/line.ts';

/** The body of `POST /devices/register`. `platform` is free text; the known values are ios, android and web. */
export const DeviceRegistration = z.strictObject({
  token: line(CLIENT_LIMITS.deviceTokenLength),
  platform: line(64),
  /** The package name or bundle id of the app that holds the token (addition). */
  app: z.optional(line(CLIENT_LIMITS.appIdLength)),
  /** The token that this one replaces: its topics are moved, and senders are told the new token (addition). */
  previousToken: z.optional(line(CLIENT_LIMITS.deviceTokenLength)),
  /** The key of the device, which proves in addition to a session that the device itself makes the request (addition). */
  key: z.optional(line(CLIENT_LIMITS.deviceTokenLength)),
  /** The key of the device that has `previousToken` (addition). */
  previousKey: z.optional(line(CLIENT_LIMITS.deviceTokenLength)),
  /** The code that was sent to the token by its own push service after `device-proof-required` (addition). */
  proof: z.optional(line(CLIENT_LIMITS.deviceTokenLength)),
});
export type DeviceRegistration = z.infer<typeof DeviceRegistration>;

/** The response to a device registration. */
export const RegisteredDevice = z.object({
  deviceId: z.string(),
  topics: z.array(z.string()),
  lastSeen: z.string(),
});
export type RegisteredDevice = z.infer<typeof RegisteredDevice>;
