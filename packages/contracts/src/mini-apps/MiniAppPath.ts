import * as z from 'zod/mini';

/** The first path segments that no mini-app can have, since the server, hosts or browsers use them. */
export const RESERVED_PATHS: readonly string[] = [
  'admin',
  'api',
  'app',
  'assets',
  'cdn',
  'console',
  'devices',
  'docs',
  'errors',
  'fcm',
  'gcm',
  'health',
  'icons',
  'iid',
  'metrics',
  'mini-apps',
  'mini-programs',
  'npm',
  'push',
  'ready',
  'static',
  'topics',
  'v1',
  'v2',
  'v3',
];

const RESERVED = new Set(RESERVED_PATHS);

/** The first path segment of a mini-app's own API, `orders` in `GET /orders/items`. */
export const MiniAppPath = z.string().check(
  z.regex(
    /^[a-z][a-z0-9-]{0,62}$/,
    'a path is 1 to 63 lower-case letters, digits and -, and starts with a letter',
  ),
  z.refine((path) => !RESERVED.has(path), 'the server needs this path itself'),
);

/** The body that sets the path of a mini-app. */
export const PathRequest = z.strictObject({
  path: MiniAppPath,
  /** The value that the caller saw, null for none: if it has changed since, the request is refused with `setting-conflict`. */
  from: z.optional(z.nullable(z.string())),
});
export type PathRequest = z.infer<typeof PathRequest>;

/**
 * The default paths for a mini-app, of which it gets the first free one when it is registered: the last part of its appId,
 * then more of it, `orders`, `acme-orders`, `com-acme-orders`.
 */
export function usualPaths(appId: string): string[] {
  const parts = appId.split('.');
  return parts
    .map((_, index) => parts.slice(-1 - index).join('-'))
    .filter((path) => z.safeParse(MiniAppPath, path).success);
}
