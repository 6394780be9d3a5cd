import * as z from 'zod/mini';

/** All permissions that a mini-app can declare, in the order in which hosts list them. */
export const PERMISSIONS = [
  'storage',
  'analytics',
  'push',
  'user',
  'email',
  'device',
  'network',
] as const;

/** One permission that a mini-app declares. */
export const Permission = z.enum(PERMISSIONS);
export type Permission = z.infer<typeof Permission>;

/** The permissions that concern personal data: even when declared, the person is asked on first use. */
export const PERMISSIONS_THAT_ASK: readonly Permission[] = ['user', 'email', 'push'];

/** The declared permissions of a mini-app, each at most once. */
export const Permissions = z
  .array(Permission)
  .check(
    z.refine(
      (list) => new Set(list).size === list.length,
      'each permission is listed at most once',
    ),
  );
