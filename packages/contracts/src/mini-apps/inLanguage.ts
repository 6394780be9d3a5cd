import { pickLanguage } from '../messages/pickLanguage.ts';
import type { Translations } from './Translations.ts';

interface Described {
  name: string;
  description?: string | undefined;
  translations?: Translations | undefined;
}

/** The translation of a mini-app to show for a language; undefined if the manifest's own texts are to be used. */
export function translationFor(
  translations: Translations | undefined,
  locale: string | undefined,
): string | undefined {
  if (locale === undefined || !translations) return undefined;
  return pickLanguage([locale], Object.keys(translations))?.language;
}

/**
 * The name and the description of a mini-app in a language.
 *
 * @example
 * inLanguage({ name: 'Orders', translations: { de: { name: 'Bestellungen' } } }, 'de-AT'); // { name: 'Bestellungen' }
 */
export function inLanguage(
  { name, description, translations }: Described,
  locale: string | undefined,
): { name: string; description?: string } {
  const own = translations?.[translationFor(translations, locale) ?? ''];
  const said = own?.description ?? description;
  return { name: own?.name ?? name, ...(said !== undefined && { description: said }) };
}
