import type { Platform } from '@host/contracts';

/** The shared modules that this host provides to mini-apps on a platform, with their versions. */
export function sharedVersions(platform: Platform): Record<string, string>;
