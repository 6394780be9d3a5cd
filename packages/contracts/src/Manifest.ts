import * as z from 'zod/mini';

import { AppId } from './AppId.ts';
import { LIMITS } from './limits.ts';
import { Permissions } from './Permission.ts';
import { HttpUrl } from './HttpUrl.ts';
import { line } from './line.ts';
import { Version } from './Version.ts';

/** `manifest.json` of a mini-app's project. */
export const Manifest = z.strictObject({
  appId: AppId,
  name: line(LIMITS.nameLength),
  version: Version,
  description: line(LIMITS.descriptionLength),
  icon: HttpUrl,
  permissions: Permissions,
  minHostVersion: Version,
});
export type Manifest = z.infer<typeof Manifest>;
