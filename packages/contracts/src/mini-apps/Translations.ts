import * as z from 'zod/mini';

import { LIMITS } from '../common/limits.ts';
import { line } from '../common/line.ts';
import { Locale } from '../common/Locale.ts';

/** What a mini-app is called and says of itself in other languages; what one leaves out is as in the manifest itself. */
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
