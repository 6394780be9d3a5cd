import type { Language } from '@host/contracts/messages';
import { expect, it, vi } from 'vitest';

import { LANGUAGES } from '../template/src/config.ts';
import { speakDeviceLanguage } from '../template/src/language.ts';

const phone = vi.hoisted(() => ({ wanted: [] as string[], spoken: [] as Language[] }));

vi.mock('@host/host-runtime/device', () => ({
  deviceLanguages: () => phone.wanted,
  speakOnDevice: (language: Language) => void phone.spoken.push(language),
}));

function speakTo(...wanted: string[]): Language {
  phone.wanted = wanted;
  const { locale, direction } = speakDeviceLanguage();
  const spoken = phone.spoken.at(-1)!;
  expect(spoken).toMatchObject({ locale, direction });
  return spoken;
}

it.each([
  [['ar-EG', 'de'], 'ar-EG', 'rtl', 'ليس الآن', 'رجوع'],
  [['fr-CH', 'de-CH'], 'de-CH', 'ltr', 'Nicht jetzt', 'Zurück'],
  [['zh-CN'], 'zh-CN', 'ltr', '以后再说', '返回'],
  [['es-MX'], 'es-MX', 'ltr', 'Ahora no', 'Atrás'],
])('a new host speaks the first of %j that it has, in its packages, too', (wanted, ...expected) => {
  const { locale, direction, messages } = speakTo(...wanted);
  const { app, kit, runtime } = messages;
  expect([locale, direction, app?.['notNow'], kit?.['back']]).toEqual(expected);
  expect(Object.keys(runtime ?? {})).not.toEqual([]);
});

it('a new host speaks the first of its own languages to people who want none of them', () => {
  expect(speakTo('fr', 'zh-TW')).toMatchObject({ locale: 'en', messages: {} });
  const all = LANGUAGES.splice(0, Infinity, 'es', 'de');
  expect(speakTo('ar', 'en')).toMatchObject({
    locale: 'es',
    messages: { app: { allow: 'Permitir' } },
  });
  LANGUAGES.splice(0, Infinity, ...all);
});
