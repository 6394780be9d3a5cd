import * as z from 'zod/mini';

import { CLIENT_LIMITS } from './clientLimits.ts';
import { isLocale } from './isLocale.ts';

/** A language and an optional region. */
export const Locale = z
  .string()
  .check(z.maxLength(CLIENT_LIMITS.localeLength), z.refine(isLocale, 'a locale looks like en-GB'));
