import type { Language } from '@host/contracts/messages';
import { setHostLanguage } from '@host/kit/host';

/** The browser's preferred languages, the most preferred first. */
export function wantedLanguages(): readonly string[] {
  return navigator.languages;
}

/** Sets the language and direction of the page: browsers use them for line breaks, screen readers and mirroring. */
export function speak(language: Language): void {
  const { locale: lang, direction: dir } = language;
  Object.assign(document.documentElement, { lang, dir });
  setHostLanguage(language);
}
