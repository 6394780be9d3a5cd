import { I18nManager, Settings } from 'react-native';

import { tagOfJavaLocale } from './tagOfJavaLocale.ts';

/** The person's preferred languages, in order: all of them on ios, one on android. */
export function deviceLanguages(): readonly string[] {
  const { localeIdentifier } = I18nManager.getConstants();
  const tag = localeIdentifier ? tagOfJavaLocale(localeIdentifier) : undefined;
  if (tag !== undefined) return [tag];
  // Only android has it there. Intl on ios only knows the languages that the app's bundle declares.
  const chosen: unknown = localeIdentifier ? undefined : Settings.get('AppleLanguages');
  const isChosen = Array.isArray(chosen) && chosen.length > 0;
  return isChosen ? (chosen as string[]) : [new Intl.DateTimeFormat().resolvedOptions().locale];
}
