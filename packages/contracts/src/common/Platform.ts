import * as z from 'zod/mini';

/** The platforms that a mini-app can be built for. */
export const PLATFORMS = ['ios', 'android', 'web'] as const;

/** A platform that a mini-app can be built for. `web` is an addition to the interface. */
export const Platform = z.enum(PLATFORMS);
export type Platform = z.infer<typeof Platform>;
