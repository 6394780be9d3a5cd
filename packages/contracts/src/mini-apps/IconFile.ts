import * as z from 'zod/mini';

import { AppId } from '../common/AppId.ts';

// Lower-case, since some file systems treat Logo.svg and logo.svg as the same file.
const ICON_FILE = /^[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9_-]+)*\.(?:png|jpg|webp|svg)$/;
const MAX_LENGTH = 200;
/** A file name with at least this many dotted parts before its extension is reserved for the mini-app with that id. */
const PARTS_OF_AN_APP = 3;

/** The name of an icon on the CDN, `<file>` in `{cdn_url}/icons/<file>`. */
export const IconFile = z
  .string()
  .check(
    z.maxLength(MAX_LENGTH),
    z.regex(
      ICON_FILE,
      'an icon is called by lower-case letters, digits, - _ and single dots, and ends in .png, .jpg, .webp or .svg',
    ),
  );

/**
 * The mini-app whose id an icon is named after, `com.acme.orders` in `com.acme.orders_2.svg`: only it can use the name.
 * Undefined for other names, such as `orders.svg`, which are first come, first served.
 */
export function appOfIcon(file: string): string | undefined {
  const stem = file.replace(/(?:_[a-z0-9]+)?\.[a-z]+$/, '');
  const isApp = stem.split('.').length >= PARTS_OF_AN_APP && z.safeParse(AppId, stem).success;
  return isApp ? stem : undefined;
}
