import type { PublisherName } from '@host/contracts';
import { Text } from '@host/kit';
import { useMessages } from '@host/kit/messages';

import { HOME } from '../messages/home.ts';

/** The publisher of a mini-app, below its name; renders nothing if it is unknown. */
export function PublisherLine({ publisher }: { publisher: PublisherName | undefined }) {
  const t = useMessages(HOME);
  if (!publisher) return null;
  return (
    <Text variant="caption" muted numberOfLines={1}>
      {t('by', { name: publisher.name })}
    </Text>
  );
}
