import * as z from 'zod/mini';

import { AppId } from '../common/AppId.ts';

// Lower-case: some disks take Logo.svg and logo.svg for the same file.
const ICON_FILE = /^[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9_-]+)*\.(?:png|jpg|webp|svg)$/;
const MAX_LENGTH = 200;
/** This many parts of a name before its extension are the id of a mini-app, whoever uploads it. */
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
 * The mini-app whose id an icon is named after, `com.acme.orders` of `com.acme.orders_2.svg`: nobody else can take the name.
 * Undefined for a name of another kind, `orders.svg`, which is for whoever comes first.
 */
export function appOfIcon(file: string): string | undefined {
  const stem = file.replace(/(?:_[a-z0-9]+)?\.[a-z]+$/, '');
  const isApp = stem.split('.').length >= PARTS_OF_AN_APP && z.safeParse(AppId, stem).success;
  return isApp ? stem : undefined;
}
