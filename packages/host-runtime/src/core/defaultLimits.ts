import type { HostLimits } from '../HostOptions.types.ts';

/** The default limits: generous for a bad network, but short enough for a waiting person. */
export const DEFAULT_LIMITS: HostLimits = {
  requestMs: 10_000,
  downloadMs: 120_000,
  scriptMs: 20_000,
  startMs: 15_000,
  apiMs: 30_000,
  freshMs: 30_000,
  blockMs: 24 * 60 * 60 * 1000,
  cacheBytes: 200 * 1024 * 1024,
};
