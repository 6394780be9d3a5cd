import * as z from 'zod/mini';

import { InstallId } from '../common/InstallId.ts';
import { LIMITS } from '../common/limits.ts';
import { Locale } from '../common/Locale.ts';
import { PLATFORMS, Platform } from '../common/Platform.ts';
import { Version } from '../common/Version.ts';

const installId = z.optional(InstallId);

const cohorts = z.optional(
  z
    .string()
    .check(
      z.regex(
        /^[a-z0-9_-]{1,64}(,[a-z0-9_-]{1,64}){0,19}$/,
        'cohorts are names joined by commas, 20 at most',
      ),
    ),
);

/**
 * The language of the person, `de-AT`, for the name and the description. In the URL and not in `Accept-Language`, since caches
 * are keyed by URL, and browsers send a language of their own.
 */
const language = z.optional(Locale);

/** The query of a host that asks which version to run. `cohorts`, `language` and `shared` are additions to the interface. */
export const ResolveQuery = z.strictObject({
  platform: Platform,
  hostVersion: Version,
  installId,
  cohorts,
  language,
  /** Shared modules that the host provides, `react@19.2.3,react-native@0.86.3`; unchecked if omitted. */
  shared: z.optional(
    z
      .string()
      .check(
        z.maxLength(2000),
        z.regex(
          /^(@?[a-z0-9][a-z0-9._/-]*@\d[\w.+-]*)(,@?[a-z0-9][a-z0-9._/-]*@\d[\w.+-]*)*$/,
          'shared modules are name@version joined by commas',
        ),
      ),
  ),
});
export type ResolveQuery = z.infer<typeof ResolveQuery>;

/** The query of a host that asks for the catalog. */
export const CatalogQuery = z.strictObject({
  q: z.optional(z.string().check(z.maxLength(LIMITS.nameLength))),
  platform: z.optional(z.enum(PLATFORMS)),
  hostVersion: z.optional(Version),
  installId,
  cohorts,
  language,
  cursor: z.optional(z.string().check(z.maxLength(1000))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/, 'limit is 1 to 100'))),
});
export type CatalogQuery = z.infer<typeof CatalogQuery>;
