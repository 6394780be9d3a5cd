import { createObservable } from '@host/contracts';
import { type Language, directionOf } from '@host/contracts/messages';
import type { KeyValueStore } from '@host/host-runtime';
import type { Observable } from '@host/miniapp-sdk/host';

import { LANGUAGE_KEY, type LanguageChoice, languageChoiceOf, languageFor } from './languageFor.ts';
import type { LanguageTag } from './languages.ts';

/** The language of the host, kept over restarts. */
export interface HostLanguage {
  choice: Observable<LanguageChoice>;
  /** What is spoken. */
  current: Observable<Language>;
  /** Rejects when the language cannot be fetched; what was spoken before goes on then. */
  choose(choice: LanguageChoice): Promise<void>;
  /** Reads what was chosen before, and speaks it. */
  start(): Promise<void>;
}

/** What the language of a host works with. */
export interface HostLanguageOptions {
  store: Pick<KeyValueStore, 'get' | 'set'>;
  /** The languages of the device, the dearest first, as browsers write them. */
  wanted: () => readonly string[];
  load: (language: LanguageTag) => Promise<Language['messages']>;
  /** Has everything that is drawn follow, before anything is drawn. */
  speak: (language: Language) => void;
}

const ENGLISH: Language = { locale: 'en', direction: 'ltr', messages: {} };

export function createHostLanguage(options: HostLanguageOptions): HostLanguage {
  const { store, wanted, load, speak } = options;
  const choice = createObservable<LanguageChoice>('system');
  const current = createObservable<Language>(ENGLISH);
  /** The last of two that were chosen quickly counts, whichever is fetched first. */
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
      // A language that cannot be fetched must not keep the host from starting.
      change(chosen, await find(chosen).catch(() => ENGLISH));
    },
  };
}
