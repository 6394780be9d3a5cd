import type { Language } from '@host/contracts/messages';
import { setHostLanguage } from '@host/kit/host';
import { I18nManager } from 'react-native';

/** The direction for the next start, once it was set: the system keeps reporting the current one. */
let asked: boolean | undefined;

/**
 * Sets the language of everything that is rendered with the kit. Layouts are mirrored by the system; if the writing direction
 * changes, that takes effect with the next start of the app.
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
