import { I18nManager, Settings } from 'react-native';

import { tagOfJavaLocale } from './tagOfJavaLocale.ts';

/** The languages that the person wants, the dearest first: all of them on ios, one on android. */
export function deviceLanguages(): readonly string[] {
  const { localeIdentifier } = I18nManager.getConstants();
  const tag = localeIdentifier ? tagOfJavaLocale(localeIdentifier) : undefined;
  if (tag !== undefined) return [tag];
  // Android alone says it there. Intl on ios knows no language but those that the app's bundle declares.
  const chosen: unknown = localeIdentifier ? undefined : Settings.get('AppleLanguages');
  const isChosen = Array.isArray(chosen) && chosen.length > 0;
  return isChosen ? (chosen as string[]) : [new Intl.DateTimeFormat().resolvedOptions().locale];
}
