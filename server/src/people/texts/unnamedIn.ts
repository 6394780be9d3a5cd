import { translator } from '@host/contracts/messages';

import { personLanguage } from './personLanguage.ts';
import { PERSON } from './personMessages.ts';

/** The placeholder name for a person without one, in their language. */
export function unnamedIn(locale: string | undefined): string {
  return translator(PERSON, personLanguage(locale ?? null))('unnamed');
}
