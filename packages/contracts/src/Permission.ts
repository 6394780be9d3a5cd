import * as z from 'zod/mini';

/** Everything a mini-app can ask to use, in the order in which hosts list it. */
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

/** Permissions that touch a person: declared ones are still asked for at first use. */
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
