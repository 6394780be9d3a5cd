/** Language, country, variant, and after `#` the script and extensions. */
const FORM =
  /^([a-z]{2,3})(?:_([A-Z]{2}|\d{3})?)?(?:_[^#]*)?(?:#(?:([A-Z][a-z]{3})(?:_|$))?(.*))?$/;
/** Obsolete language codes that Java uses. */
const RENAMED: Readonly<Record<string, string>> = { iw: 'he', in: 'id', ji: 'yi' };
/** The numbering system. Other extensions, such as units and first days of weeks, are not used. */
const DIGITS = /(?:^|-)nu-([a-z0-9]{3,8})/;

/**
 * Converts the format of Java's `Locale.toString()`, which React Native uses on android, to a BCP 47 tag. Undefined if it
 * contains no language.
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
