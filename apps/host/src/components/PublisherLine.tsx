import type { PublisherName } from '@host/contracts';
import { Text } from '@host/kit';

/** Who publishes a mini-app, below its name; nothing where nobody is known to. */
export function PublisherLine({ publisher }: { publisher: PublisherName | undefined }) {
  if (!publisher) return null;
  return (
    <Text variant="caption" muted numberOfLines={1}>
      by {publisher.name}
    </Text>
  );
}
