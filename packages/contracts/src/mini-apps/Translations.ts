import * as z from 'zod/mini';

import { LIMITS } from '../common/limits.ts';
import { line } from '../common/line.ts';
import { Locale } from '../common/Locale.ts';

/** The name and description of a mini-app in other languages; a missing field falls back to the manifest's own. */
export const Translations = z
  .record(
    Locale,
    z.strictObject({
      name: z.optional(line(LIMITS.nameLength)),
      description: z.optional(line(LIMITS.descriptionLength)),
    }),
  )
  .check(
    z.refine(
      (translations) => Object.keys(translations).length <= LIMITS.translations,
      `has ${LIMITS.translations} languages at most`,
    ),
  );
export type Translations = z.infer<typeof Translations>;
