import type { Language } from '@host/contracts/messages';
import { setHostLanguage } from '@host/kit/host';
import { I18nManager } from 'react-native';

/** The language of the device. */
export function wantedLanguages(): readonly string[] {
  const { localeIdentifier } = I18nManager.getConstants();
  const locale = localeIdentifier ?? new Intl.DateTimeFormat().resolvedOptions().locale;
  // Android writes de_AT.
  return [locale.replaceAll('_', '-')];
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
