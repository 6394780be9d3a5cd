const taken = new Map<string, string>();

/**
 * A locale that Intl accepts: the locale itself; only its language if Intl rejects the whole, as with `zh-CN-#Hans`; English
 * if it rejects that as well. An invalid tag must not break a screen.
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
