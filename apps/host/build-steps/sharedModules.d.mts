import type { Platform } from '@host/contracts';

/** The packages that mini-apps take from this host on a platform, with their versions. */
export function sharedVersions(platform: Platform): Record<string, string>;
