import { expect, it } from 'vitest';

import { tagOfJavaLocale } from './tagOfJavaLocale.ts';

it.each([
  ['de', 'de'],
  ['de_AT', 'de-AT'],
  ['es_419', 'es-419'],
  ['fil_PH', 'fil-PH'],
  // With a script, which stands last, and without the country.
  ['zh_CN_#Hans', 'zh-Hans-CN'],
  ['zh_TW_#Hant', 'zh-Hant-TW'],
  ['zh__#Hans', 'zh-Hans'],
  // With what the person chose beside the language: digits, the calendar, the unit of temperatures.
  ['ar_EG_#u-nu-latn', 'ar-EG-u-nu-latn'],
  ['de_DE_#u-fw-mon-mu-celsius', 'de-DE'],
  ['zh_CN_#Hans_u-ca-chinese-nu-hanidec', 'zh-Hans-CN-u-nu-hanidec'],
  ['th_TH_TH_#u-nu-thai', 'th-TH-u-nu-thai'],
  ['en_US_POSIX', 'en-US'],
  ['ja_JP_JP_#u-ca-japanese', 'ja-JP'],
  // Java writes three languages as they were called once.
  ['iw_IL', 'he-IL'],
  ['in_ID', 'id-ID'],
  ['ji', 'yi'],
])('%s of Java is %s elsewhere', (written, tag) => {
  expect(tagOfJavaLocale(written)).toBe(tag);
  expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
});

it.each(['', '_GB', '#Hans', 'englisch_DE'])('%j names no language', (written) => {
  expect(tagOfJavaLocale(written)).toBeUndefined();
});
