import * as z from 'zod/mini';

/** A device token of ours, for hosts that have none, and the key that proves who holds it. */
export const DeviceCredentials = z.object({ token: z.string(), key: z.string() });
export type DeviceCredentials = z.infer<typeof DeviceCredentials>;
