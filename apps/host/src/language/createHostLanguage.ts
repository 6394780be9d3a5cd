import { createObservable } from '@host/contracts';
import { type Language, directionOf } from '@host/contracts/messages';
import type { KeyValueStore } from '@host/host-runtime';
import type { Observable } from '@host/miniapp-sdk/host';

import { LANGUAGE_KEY, type LanguageChoice, languageChoiceOf, languageFor } from './languageFor.ts';
import type { LanguageTag } from './languages.ts';

/** The language of the host; the choice is persisted. */
export interface HostLanguage {
  choice: Observable<LanguageChoice>;
  /** The current language. */
  current: Observable<Language>;
  /** Rejects if the language cannot be fetched; the previous one stays then. */
  choose(choice: LanguageChoice): Promise<void>;
  /** Applies the persisted choice. */
  start(): Promise<void>;
}

/** The options of `createHostLanguage`. */
export interface HostLanguageOptions {
  store: Pick<KeyValueStore, 'get' | 'set'>;
  /** The device's preferred languages as BCP 47 tags, the most preferred first. */
  wanted: () => readonly string[];
  load: (language: LanguageTag) => Promise<Language['messages']>;
  /** Applies the language to the platform, before the host renders in it. */
  speak: (language: Language) => void;
}

const ENGLISH: Language = { locale: 'en', direction: 'ltr', messages: {} };

export function createHostLanguage(options: HostLanguageOptions): HostLanguage {
  const { store, wanted, load, speak } = options;
  const choice = createObservable<LanguageChoice>('system');
  const current = createObservable<Language>(ENGLISH);
  /** Counts choices: of two in quick succession the last one wins, whichever is fetched first. */
  let choices = 0;

  async function find(chosen: LanguageChoice): Promise<Language> {
    const { language, locale } = languageFor(chosen, wanted());
    return { locale, direction: directionOf(locale), messages: await load(language) };
  }

  function change(chosen: LanguageChoice, language: Language): void {
    choice.set(chosen);
    speak(language);
    current.set(language);
  }

  return {
    choice,
    current,
    async choose(chosen) {
      choices += 1;
      const mine = choices;
      const language = await find(chosen);
      if (mine !== choices) return;
      change(chosen, language);
      await store.set(LANGUAGE_KEY, chosen);
    },
    async start() {
      const chosen = languageChoiceOf(await store.get(LANGUAGE_KEY));
      // The host must start even if the language cannot be fetched.
      change(chosen, await find(chosen).catch(() => ENGLISH));
    },
  };
}
