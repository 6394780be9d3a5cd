import * as z from 'zod/mini';

/** A device token issued by the gateway, for hosts without one of a push service, and the key that proves its ownership. */
export const DeviceCredentials = z.object({ token: z.string(), key: z.string() });
export type DeviceCredentials = z.infer<typeof DeviceCredentials>;
