import { type MutableObservable, createObservable } from '@host/contracts';
import type { Language } from '@host/contracts/messages';

/** What the host speaks; nothing was said yet while it is undefined, and English is spoken. */
export const hostLanguage: MutableObservable<Language | undefined> = createObservable<
  Language | undefined
>(undefined);

/**
 * Has everything that is drawn with the kit speak a language, at once and from then on. `undefined` is English, with the
 * dates and numbers of the device.
 *
 * @example
 * setHostLanguage({ locale: 'de-AT', direction: 'ltr', messages: germanOfTheKit });
 */
export function setHostLanguage(language: Language | undefined): void {
  hostLanguage.set(language);
}
