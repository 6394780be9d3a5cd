import type { Language } from '@host/contracts/messages';
import { setHostLanguage } from '@host/kit/host';
import { I18nManager } from 'react-native';

/** What the next start lays out by, once it was said: the system goes on telling what this one does. */
let asked: boolean | undefined;

/**
 * Has everything that is drawn with the kit speak a language. Layouts are mirrored by the system, from the next start of the
 * app on where this language is written the other way than the one of before.
 *
 * @example
 * speakOnDevice({ locale: 'de-AT', direction: 'ltr', messages: { ...kit, ...runtime } });
 */
export function speakOnDevice(language: Language): void {
  const isRightToLeft = language.direction === 'rtl';
  if ((asked ?? I18nManager.isRTL) !== isRightToLeft) {
    asked = isRightToLeft;
    I18nManager.allowRTL(isRightToLeft);
    I18nManager.forceRTL(isRightToLeft);
  }
  setHostLanguage(language);
}
