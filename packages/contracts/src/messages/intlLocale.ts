const taken = new Map<string, string>();

/**
 * A locale that Intl takes: the locale itself, its language where Intl refuses the whole, as `zh-CN-#Hans`, English where it
 * refuses that as well. A wrong tag must not break a screen.
 */
export function intlLocale(locale: string): string {
  let tag = taken.get(locale);
  if (tag === undefined) {
    tag = [locale, locale.split(/[-_]/, 1)[0]!].find(isTaken) ?? 'en';
    taken.set(locale, tag);
  }
  return tag;
}

function isTaken(locale: string): boolean {
  try {
    return Intl.NumberFormat(locale).resolvedOptions().locale !== '';
  } catch {
    return false;
  }
}
