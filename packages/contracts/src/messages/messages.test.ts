import { describe, expect, it, onTestFinished, vi } from 'vitest';

import {
  type Language,
  defineMessages,
  directionOf,
  formatMessage,
  parseMessage,
  pickLanguage,
  translator,
} from './index.ts';
import { pluralOf, pluralWithoutIntl } from './pluralOf.ts';

const NBSP = /[\u00a0\u202f]/g;
const say = (text: string, args = {}, locale = 'en') =>
  formatMessage(text, args, locale).replaceAll(NBSP, ' ');

describe('a message', () => {
  it('is filled in, and says what it lacks', () => {
    expect(say('Open {name} again', { name: 'Orders' })).toBe('Open Orders again');
    expect(say('Open {name} again')).toBe('Open {name} again');
    expect(say('Nothing to fill in')).toBe('Nothing to fill in');
  });

  it('takes the plural of its language', () => {
    const text = '{count, plural, =0 {none} one {# order} other {# orders}}';
    expect([0, 1, 1500].map((count) => say(text, { count }))).toEqual([
      'none',
      '1 order',
      '1,500 orders',
    ]);
    const arabic = '{n, plural, zero {a} one {b} two {c} few {d} many {e} other {f}}';
    expect([0, 1, 2, 3, 11, 100].map((n) => say(arabic, { n }, 'ar')).join('')).toBe('abcdef');
  });

  it('chooses, also one inside the other', () => {
    const text = '{kind, select, order {{n, plural, one {an order} other {# orders}}} other {it}}';
    expect(say(text, { kind: 'order', n: 2 })).toBe('2 orders');
    expect(say(text, { kind: 'constructor', n: 2 })).toBe('it');
  });

  it('writes numbers and dates as its locale does', () => {
    expect(say('{size} MB', { size: 1.5 }, 'de')).toBe('1,5 MB');
    expect(say('{part, number, percent}', { part: 0.25 }, 'en')).toBe('25%');
    const at = new Date(2026, 4, 2, 14, 5);
    expect(say('{at, date, long}', { at }, 'de')).toBe('2. Mai 2026');
    expect(say('{at, date}, {at, time}', { at }, 'en-GB')).toBe('2 May 2026, 14:05');
  });

  it.each([
    ['zh-CN-#Hans', '2026年5月2日, 1.5, 2 个'],
    ['de_AT', '2. Mai 2026, 1,5, 2 Stück'],
    ['#', 'May 2, 2026, 1.5, 2 pieces'],
  ])('is said in the language of a locale that Intl refuses: %s', (locale, expected) => {
    const one = { zh: '个', de: 'Stück' }[locale.slice(0, 2)] ?? 'pieces';
    const text = `{at, date, long}, {size}, {n, plural, other {# ${one}}}`;
    const at = new Date(2026, 4, 2);
    expect(say(text, { at, size: 1.5, n: 2 }, locale)).toBe(expected);
  });

  it.each([
    ['{at, date}', 'tomorrow'],
    ['{at, time, short}', Number.NaN],
    ['{at, date, long}', 8.64e15 + 1],
    ['{at, date}', new Date('tomorrow')],
  ])('says a moment that is none as it stands: %s of %s', (text, at) => {
    expect(say(text, { at }, 'de')).toBe(String(at));
    vi.stubGlobal('Intl', undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(say(text, { at }, 'de')).toBe(String(at));
  });

  it('quotes with apostrophes, and leaves those that quote nothing', () => {
    expect(say("it's '{'name'}' of {name}, ''so''", { name: 'A' })).toBe("it's {name} of A, 'so'");
  });

  it('keeps a name in other letters apart where writing goes from right to left', () => {
    expect(formatMessage('فتح {name}', { name: 'Orders 2' }, 'ar')).toBe(
      'فتح \u2068Orders 2\u2069',
    );
  });

  it.each([
    ['{', 'A word is missing'],
    ['{a', '"," is missing'],
    ['a}', 'A "}" too many'],
    ['{a, money}', '"money" is no kind'],
    ['{a, date, lang}', '"lang" is no style'],
    ['{a, plural, one {x}}', 'The option "other" is missing'],
  ])('that is none says why, and is shown as it stands: %s', (text, problem) => {
    expect(() => parseMessage(text)).toThrow(problem);
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => told.mockRestore());
    expect(formatMessage(text, { a: 1 }, 'en')).toBe(text);
    expect(told).toHaveBeenCalledOnce();
  });

  it('can be said without Intl', () => {
    vi.stubGlobal('Intl', undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    const text = '{n, plural, one {# Dienst} other {# Dienste}}, {at, date} {at, time}';
    const at = new Date('2026-05-02T12:00:00Z');
    expect(say(text, { n: 1, at }, 'de')).toMatch(/^1 Dienst, 2026-05-02 \d\d:\d\d$/);
  });
});

it('plurals without Intl are those of Intl, in every language of the host', () => {
  for (const locale of ['en', 'de', 'ar', 'zh', 'es']) {
    // A million in Spanish has a form of its own, which no text here needs.
    for (const count of [0, 1, 2, 3, 10, 11, 99, 100, 101, 102, 103, 111, 1000, 0.5, 1.5]) {
      const told = `${locale} ${count}: `;
      expect(told + pluralWithoutIntl(locale, count)).toBe(told + pluralOf(locale, count));
    }
  }
});

describe('the language of somebody', () => {
  const AVAILABLE = ['en', 'de', 'zh', 'pt-BR'] as const;
  it.each([
    [['fr', 'de-AT', 'en'], 'de', 'de-AT'],
    [['zh-Hans-CN'], 'zh', 'zh-Hans-CN'],
    [['zh-TW', 'en-US'], 'en', 'en-US'],
    [['zh-Hant-HK', 'de'], 'de', 'de'],
    [['pt-br'], 'pt-BR', 'pt-br'],
    [['pt'], undefined, undefined],
    [[], undefined, undefined],
    [['de-CH-1996-x-home'], 'de', 'de-CH-1996-x-home'],
    [[`de-${'x-'.repeat(5_000)}`, 'en'], 'en', 'en'],
  ])('is the first of %.60j that there is', (wanted, language, locale) => {
    expect(pickLanguage(wanted, AVAILABLE)).toEqual(language && { language, locale });
  });

  it('goes from right to left where it is written so', () => {
    expect(['ar', 'ar-EG', 'he', 'fa-IR'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'rtl']);
    expect(['en', 'arn', 'de'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr']);
  });
});

describe('the texts of an area', () => {
  const BASKET = defineMessages('basket', { items: '{n, plural, one {# item} other {# items}}' });
  const german: Language = {
    locale: 'de-AT',
    direction: 'ltr',
    messages: { basket: { items: '{n, plural, one {# Artikel} other {# Artikel}}' } },
  };

  it('are said in the language that there is, in English otherwise', () => {
    expect(translator(BASKET, german)('items', { n: 2 })).toBe('2 Artikel');
    expect(translator(BASKET, undefined)('items', { n: 2 })).toBe('2 items');
    expect(translator(BASKET, { ...german, messages: {} })('items', { n: 1 })).toBe('1 item');
  });
});
