import {
  type Language,
  type MessageArea,
  type Translate,
  translator,
} from '@host/contracts/messages';
import { useMemo, useSyncExternalStore } from 'react';

import { hostLanguage } from './hostLanguage.ts';

/**
 * The language that the host speaks, now and whenever it changes; undefined until the host has said one.
 *
 * @example
 * const locale = useHostLanguage()?.locale;
 */
export function useHostLanguage(): Language | undefined {
  return useSyncExternalStore(hostLanguage.subscribe, hostLanguage.get, hostLanguage.get);
}

/**
 * Says the texts of an area in the language of the host.
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
 * Says the texts of an area in the language that the host speaks at this moment, where nothing is drawn.
 *
 * @example
 * const title = messagesNow(BASKET)('title');
 */
export function messagesNow<Key extends string>(area: MessageArea<string, Key>): Translate<Key> {
  return translator(area, hostLanguage.get());
}
