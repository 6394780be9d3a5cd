import { formatMessage, pickLanguage } from '@host/contracts/messages';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { deviceLanguages } from './deviceLanguages.ts';

/** What the native part of React Native says: on android the locale, on ios the settings. */
const phone = vi.hoisted(() => ({
  localeIdentifier: undefined as string | null | undefined,
  settings: {} as Record<string, unknown>,
}));

vi.mock('react-native', () => ({
  I18nManager: { getConstants: () => ({ localeIdentifier: phone.localeIdentifier }) },
  Settings: { get: (key: string) => phone.settings[key] },
}));

beforeEach(() => {
  Object.assign(phone, { localeIdentifier: undefined, settings: {} });
});

describe('the languages that a person wants', () => {
  it.each([
    ['zh_CN_#Hans', 'zh-Hans-CN', 'zh'],
    ['ar_EG_#u-nu-latn', 'ar-EG-u-nu-latn', 'ar'],
    ['de_AT', 'de-AT', 'de'],
  ])('are that of android, by a tag that Intl takes: %s', (written, tag, language) => {
    phone.localeIdentifier = written;
    expect(deviceLanguages()).toEqual([tag]);
    expect(pickLanguage(deviceLanguages(), ['en', 'de', 'ar', 'zh'])).toEqual({
      language,
      locale: tag,
    });
    expect(() => formatMessage('{n, number}', { n: 1.5 }, tag)).not.toThrow();
  });

  it('are all of ios, the dearest first, whichever the app declares', () => {
    phone.settings = { AppleLanguages: ['fr-CH', 'zh-Hans-DE', 'en-DE'] };
    expect(deviceLanguages()).toEqual(['fr-CH', 'zh-Hans-DE', 'en-DE']);
  });

  it.each([[undefined], ['de'], [[]]])(
    'are what Intl says where ios says %j',
    (AppleLanguages: unknown) => {
      phone.settings = { AppleLanguages };
      const { locale } = new Intl.DateTimeFormat().resolvedOptions();
      expect(deviceLanguages()).toEqual([locale]);
    },
  );
});
