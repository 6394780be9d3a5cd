import * as z from 'zod/mini';

import { Version } from '../common/Version.ts';

/** The device and host as a mini-app sees them. */
export const DeviceInfo = z.object({
  platform: z.string(),
  osVersion: z.string(),
  model: z.optional(z.string()),
  formFactor: z.enum(['phone', 'tablet', 'desktop']),
  locale: z.string(),
  timeZone: z.string(),
  theme: z.enum(['light', 'dark']),
  fontScale: z.number(),
  pixelRatio: z.number(),
  window: z.object({ width: z.number(), height: z.number() }),
  safeArea: z.object({
    top: z.number(),
    right: z.number(),
    bottom: z.number(),
    left: z.number(),
  }),
  host: z.object({ version: Version }),
  sdkVersion: Version,
  network: z.enum(['online', 'offline', 'unknown']),
});
export type DeviceInfo = z.infer<typeof DeviceInfo>;
