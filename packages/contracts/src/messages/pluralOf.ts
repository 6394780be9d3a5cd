import { intlLocale } from './intlLocale.ts';

const rules = new Map<string, Intl.PluralRules>();

/** The plural category of a number in a language: `one`, `few`, … `other`. */
export function pluralOf(locale: string, count: number): string {
  if (typeof Intl === 'undefined' || !('PluralRules' in Intl))
    return pluralWithoutIntl(locale, count);
  let rule = rules.get(locale);
  if (!rule) {
    rule = new Intl.PluralRules(intlLocale(locale));
    rules.set(locale, rule);
  }
  return rule.select(count);
}

/** The plural rules of the supported languages, for Hermes, which has no `Intl.PluralRules`. */
export function pluralWithoutIntl(locale: string, count: number): string {
  const [language] = locale.split(/[-_]/);
  if (language === 'zh') return 'other';
  if (language !== 'ar') return count === 1 ? 'one' : 'other';
  if (count < 3 && Number.isInteger(count)) return ['zero', 'one', 'two'][count] ?? 'other';
  const rest = count % 100;
  if (!Number.isInteger(rest) || rest < 3) return 'other';
  return rest < 11 ? 'few' : 'many';
}
