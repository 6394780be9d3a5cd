import {
  type Language,
  type MessageArea,
  type Translate,
  translator,
} from '@host/contracts/messages';
import { useMemo, useSyncExternalStore } from 'react';

import { hostLanguage } from './hostLanguage.ts';

/**
 * The current language of the host; undefined until the host has set one.
 *
 * @example
 * const locale = useHostLanguage()?.locale;
 */
export function useHostLanguage(): Language | undefined {
  return useSyncExternalStore(hostLanguage.subscribe, hostLanguage.get, hostLanguage.get);
}

/**
 * Translates the texts of an area to the language of the host.
 *
 * @example
 * const t = useMessages(BASKET);
 * return <Text>{t('items', { count: 2 })}</Text>;
 */
export function useMessages<Key extends string>(area: MessageArea<string, Key>): Translate<Key> {
  const language = useHostLanguage();
  return useMemo(() => translator(area, language), [area, language]);
}

/**
 * Translates the texts of an area to the host's current language, outside of components.
 *
 * @example
 * const title = messagesNow(BASKET)('title');
 */
export function messagesNow<Key extends string>(area: MessageArea<string, Key>): Translate<Key> {
  return translator(area, hostLanguage.get());
}
