import * as z from 'zod/mini';

import { LIMITS } from './limits.ts';

// No hyphens: a container's name has underscores for whatever is no letter or digit, and no two mini-apps may share one.
const APP_ID = /^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9]*){2,}$/;

/** A mini-app's identifier: lower-case reverse domain with at least three parts, `com.acme.orders`. */
export const AppId = z
  .string()
  .check(
    z.maxLength(LIMITS.appIdLength),
    z.regex(
      APP_ID,
      'an appId is a lower-case reverse domain of at least three parts, for example com.acme.orders',
    ),
  );

/** The name of a mini-app's federation container: its identifier with underscores. */
export function containerName(appId: string): string {
  return appId.replace(/[^A-Za-z0-9]/g, '_');
}

/** The file that holds a mini-app's federation container. */
export function containerFile(appId: string): string {
  return `${containerName(appId)}.container.js`;
}
