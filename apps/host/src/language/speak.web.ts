import type { Language } from '@host/contracts/messages';
import { setHostLanguage } from '@host/kit/host';

/** The languages of the browser, the dearest first. */
export function wantedLanguages(): readonly string[] {
  return navigator.languages;
}

/** Has the page follow: browsers break lines, read aloud and mirror by what it says of itself. */
export function speak(language: Language): void {
  const { locale: lang, direction: dir } = language;
  Object.assign(document.documentElement, { lang, dir });
  setHostLanguage(language);
}
