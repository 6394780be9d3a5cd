import * as z from 'zod/mini';

import { AppId } from '../common/AppId.ts';
import { LIMITS } from '../common/limits.ts';
import { Permissions } from './Permission.ts';
import { HttpUrl } from '../common/HttpUrl.ts';
import { iconUrl } from './iconUrl.ts';
import { line } from '../common/line.ts';
import { Translations } from './Translations.ts';
import { Version } from '../common/Version.ts';

const IconAddress = z.string().check(
  z.maxLength(LIMITS.urlLength),
  z.refine(
    (icon) => z.safeParse(HttpUrl, iconUrl(icon, 'https://cdn.example')).success,
    'must be an http or https URL without user name, password or fragment, or {cdn_url}/icons/<file>',
  ),
);

/** The `manifest.json` of a mini-app project. */
export const Manifest = z.strictObject({
  appId: AppId,
  name: line(LIMITS.nameLength),
  version: Version,
  description: line(LIMITS.descriptionLength),
  icon: IconAddress,
  permissions: Permissions,
  minHostVersion: Version,
  /** An addition to the interface. */
  translations: z.optional(Translations),
});
export type Manifest = z.infer<typeof Manifest>;
