import { ListItem } from '@host/kit';
import { type Item, useMessages } from '@host/miniapp-sdk';

import { TEXTS } from '../texts';

export function OrderRow({ order, onPress }: { order: Item; onPress: () => void }) {
  const t = useMessages(TEXTS);
  return (
    <ListItem title={order.title} subtitle={t('orderOf', { id: order.id })} onPress={onPress} />
  );
}
