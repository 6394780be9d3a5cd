import {
  type Language,
  type WritingDirection,
  directionOf,
  pickLanguage,
} from '@host/contracts/messages';
import { deviceLanguages, speakOnDevice } from '@host/host-runtime/device';
import { translation as arOfRuntime } from '@host/host-runtime/languages/ar';
import { translation as deOfRuntime } from '@host/host-runtime/languages/de';
import { translation as esOfRuntime } from '@host/host-runtime/languages/es';
import { translation as zhOfRuntime } from '@host/host-runtime/languages/zh';
import { translation as arOfKit } from '@host/kit/languages/ar';
import { translation as deOfKit } from '@host/kit/languages/de';
import { translation as esOfKit } from '@host/kit/languages/es';
import { translation as zhOfKit } from '@host/kit/languages/zh';

import { LANGUAGES } from './config.ts';
import { translation as ar } from './languages/ar.ts';
import { translation as de } from './languages/de.ts';
import { translation as es } from './languages/es.ts';
import { translation as zh } from './languages/zh.ts';

/** The app's texts by language; the English ones stand where they are used. */
const CATALOGS: Record<string, Language['messages']> = {
  en: {},
  de: { ...deOfKit, ...deOfRuntime, ...de },
  es: { ...esOfKit, ...esOfRuntime, ...es },
  ar: { ...arOfKit, ...arOfRuntime, ...ar },
  zh: { ...zhOfKit, ...zhOfRuntime, ...zh },
};

/** Chooses the first of the device's languages that this app supports. Returns it, so that mini-apps use the same. */
export function speakDeviceLanguage(): { locale: string; direction: WritingDirection } {
  const isSpoken = (tag: string) => LANGUAGES.some((each) => pickLanguage([each], [tag]));
  const tags = Object.keys(CATALOGS).filter(isSpoken);
  const wanted = [...deviceLanguages(), ...LANGUAGES];
  const { language, locale } = pickLanguage(wanted, tags) ?? { language: 'en', locale: 'en' };
  const direction = directionOf(locale);
  speakOnDevice({ locale, direction, messages: CATALOGS[language] ?? {} });
  return { locale, direction };
}
