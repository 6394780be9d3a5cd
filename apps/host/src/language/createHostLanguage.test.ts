import type { Language } from '@host/contracts/messages';
import { createMemoryStore } from '@host/host-runtime/memory';
import { describe, expect, it } from 'vitest';

import { createHostLanguage } from './createHostLanguage.ts';
import type { LanguageTag } from './languages.ts';

function start(wanted: readonly string[], store = createMemoryStore()) {
  const spoken: string[] = [];
  const unreachable = new Set<LanguageTag>();
  const language = createHostLanguage({
    store,
    wanted: () => wanted,
    async load(tag): Promise<Language['messages']> {
      if (unreachable.has(tag)) throw new Error('offline');
      return { home: { search: tag } };
    },
    speak: ({ locale, direction }) => void spoken.push(`${locale} ${direction}`),
  });
  return { language, spoken, store, unreachable };
}

describe('the language of the host', () => {
  it.each([
    [['de-AT', 'en'], 'de-AT ltr'],
    [['fr-FR', 'ar-EG'], 'ar-EG rtl'],
    [['zh-TW'], 'en ltr'],
    [[], 'en ltr'],
  ])('is the first of the device that it has: %j', async (wanted, expected) => {
    const { language, spoken } = start(wanted);
    await language.start();
    expect(spoken).toEqual([expected]);
  });

  it('is what the person chose, with the country of the device, and after a restart', async () => {
    const { language, spoken, store } = start(['en-GB', 'es-MX']);
    await language.start();
    await language.choose('es');
    await language.choose('ar');
    expect(spoken).toEqual(['en-GB ltr', 'es-MX ltr', 'ar rtl']);

    const again = start(['en-GB'], store);
    await again.language.start();
    expect(again.spoken).toEqual(['ar rtl']);
    await again.language.choose('system');
    expect(again.language.current.get().locale).toBe('en-GB');
  });

  it('stays where another cannot be fetched, and is English at a start without', async () => {
    const { language, spoken, unreachable } = start(['de']);
    unreachable.add('de');
    await language.start();
    await expect(language.choose('de')).rejects.toThrow('offline');
    expect(spoken).toEqual(['en ltr']);
    expect(language.choice.get()).toBe('system');
  });

  it('is the last of two that were chosen quickly', async () => {
    const { language } = start(['en']);
    await language.start();
    await Promise.all([language.choose('de'), language.choose('es')]);
    expect(language.choice.get()).toBe('es');
    expect(language.current.get().locale).toBe('es');
  });
});
