import { ListItem } from '@host/kit';
import type { Item } from '@host/miniapp-sdk';

export function OrderRow({ order, onPress }: { order: Item; onPress: () => void }) {
  return <ListItem title={order.title} subtitle={`Order ${order.id}`} onPress={onPress} />;
}
