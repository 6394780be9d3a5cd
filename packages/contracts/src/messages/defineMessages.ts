import type { MessageArea } from './Messages.types.ts';

/**
 * Names the texts of a part of an app, in English. They stand where they are used, so that a part that is loaded later
 * brings its own.
 *
 * @example
 * const BASKET = defineMessages('basket', { items: '{count, plural, one {# item} other {# items}}' });
 */
export function defineMessages<const Name extends string, const Key extends string>(
  name: Name,
  texts: Record<Key, string>,
): MessageArea<Name, Key> {
  return { name, texts };
}
