import * as z from 'zod/mini';

import { LIMITS } from './limits.ts';
import { line } from './line.ts';

/** The body of `POST /devices/register`. `platform` is free text; ios, android and web are known. */
export const DeviceRegistration = z.strictObject({
  token: line(LIMITS.deviceTokenLength),
  platform: line(64),
});
export type DeviceRegistration = z.infer<typeof DeviceRegistration>;

/** The answer to a device registration. */
export const RegisteredDevice = z.object({
  deviceId: z.string(),
  topics: z.array(z.string()),
  lastSeen: z.string(),
});
export type RegisteredDevice = z.infer<typeof RegisteredDevice>;
