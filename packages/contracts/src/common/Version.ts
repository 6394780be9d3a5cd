import * as z from 'zod/mini';

const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

/** A version `<major>.<minor>.<patch>`: three numbers, no leading zeros, nothing else. */
export const Version = z
  .string()
  .check(z.regex(VERSION, 'a version has the form <major>.<minor>.<patch>, for example 1.4.0'));

/** Whether a string is a version `<major>.<minor>.<patch>`. */
export function isVersion(value: string): boolean {
  return VERSION.test(value);
}

/**
 * Orders two versions by their numeric parts: negative when `a` is lower, positive when it is higher, 0 when equal.
 *
 * @example
 * ['1.9.0', '1.10.0'].sort(compareVersions); // ['1.9.0', '1.10.0']
 */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.');
  const right = b.split('.');
  for (let part = 0; part < 3; part++) {
    const difference = Number(left[part]) - Number(right[part]);
    if (difference !== 0) return difference;
  }
  return 0;
}
