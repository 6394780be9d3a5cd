import { type MutableObservable, createObservable } from '@host/contracts';
import type { Language } from '@host/contracts/messages';

/** The language of the host; while it is undefined, English is used. */
export const hostLanguage: MutableObservable<Language | undefined> = createObservable<
  Language | undefined
>(undefined);

/**
 * Sets the language of everything that is rendered with the kit, effective at once. `undefined` is English, with the
 * dates and numbers of the device.
 *
 * @example
 * setHostLanguage({ locale: 'de-AT', direction: 'ltr', messages: germanOfTheKit });
 */
export function setHostLanguage(language: Language | undefined): void {
  hostLanguage.set(language);
}
