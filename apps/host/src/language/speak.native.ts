import type { Language } from '@host/contracts/messages';
import { setHostLanguage } from '@host/kit/host';
import { I18nManager, Settings } from 'react-native';

import { tagOfJavaLocale } from './tagOfJavaLocale.ts';

/** The languages of the device, the dearest first: all of them on ios, one on android. */
export function wantedLanguages(): readonly string[] {
  const { localeIdentifier } = I18nManager.getConstants();
  const tag = localeIdentifier ? tagOfJavaLocale(localeIdentifier) : undefined;
  if (tag !== undefined) return [tag];
  // Android alone says it there. Intl on ios knows no language but those that the app's bundle declares.
  const chosen: unknown = localeIdentifier ? undefined : Settings.get('AppleLanguages');
  const isChosen = Array.isArray(chosen) && chosen.length > 0;
  return isChosen ? (chosen as string[]) : [new Intl.DateTimeFormat().resolvedOptions().locale];
}

/** The system mirrors layouts by itself, from the next start of the app on where its own language goes the other way. */
export function speak(language: Language): void {
  const isRightToLeft = language.direction === 'rtl';
  if (I18nManager.isRTL !== isRightToLeft) {
    I18nManager.allowRTL(isRightToLeft);
    I18nManager.forceRTL(isRightToLeft);
  }
  setHostLanguage(language);
}
