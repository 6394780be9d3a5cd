/** Language, country, variant, and behind `#` the script and what the person chose beside the language. */
const FORM =
  /^([a-z]{2,3})(?:_([A-Z]{2}|\d{3})?)?(?:_[^#]*)?(?:#(?:([A-Z][a-z]{3})(?:_|$))?(.*))?$/;
/** What Java calls as it was called once. */
const RENAMED: Readonly<Record<string, string>> = { iw: 'he', in: 'id', ji: 'yi' };
/** The digits. The rest of what can be chosen, units and first days of weeks, is in nothing that we write. */
const DIGITS = /(?:^|-)nu-([a-z0-9]{3,8})/;

/**
 * The tag that Intl and servers take of a locale as Java's `Locale.toString()` writes it, and so React Native on android.
 * Undefined where that names no language.
 *
 * @example
 * tagOfJavaLocale('zh_CN_#Hans'); // 'zh-Hans-CN'
 */
export function tagOfJavaLocale(locale: string): string | undefined {
  const [, language, country, script, extensions = ''] = FORM.exec(locale) ?? [];
  if (language === undefined) return undefined;
  const [, digits] = DIGITS.exec(extensions) ?? [];
  const parts = [RENAMED[language] ?? language, script, country, digits && `u-nu-${digits}`];
  return parts.filter((part) => part !== undefined).join('-');
}
