import { translator } from '@host/contracts/messages';

import { personLanguage } from './personLanguage.ts';
import { PERSON } from './personMessages.ts';

/** What somebody is called of whom no name is known, in their language. */
export function unnamedIn(locale: string | undefined): string {
  return translator(PERSON, personLanguage(locale ?? null))('unnamed');
}
