import * as z from 'zod/mini';

import { LIMITS } from './limits.ts';

const APP_ID = /^[a-z][a-z0-9]*(?:-+[a-z0-9]+)*(?:\.[a-z][a-z0-9]*(?:-+[a-z0-9]+)*)+$/;

/** The identifier of a mini-app: a lower-case reverse domain name such as `com.acme.orders`; its parts may contain hyphens. */
export const AppId = z
  .string()
  .check(
    z.maxLength(LIMITS.appIdLength),
    z.regex(APP_ID, 'an appId is a lower-case reverse domain, for example com.acme.orders'),
  );

/**
 * The name of a mini-app's federation container: its identifier with underscores. A hyphen becomes two of them, which keeps
 * names unique, since a dot is never next to a hyphen or another dot.
 */
export function containerName(appId: string): string {
  return appId.replaceAll('-', '__').replaceAll('.', '_');
}

/** The file that holds a mini-app's federation container. */
export function containerFile(appId: string): string {
  return `${containerName(appId)}.container.js`;
}
