import type { MessageArea } from './Messages.types.ts';

/**
 * Defines the English texts of a part of an app. They are defined where they are used, so that a lazily loaded part contains
 * its own.
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
