import { ItemDetail } from '../components/ItemDetail.tsx';
import { DESTINATIONS } from '../items/destinations.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';

/** The screen for the deep link `order/:orderId`. */
export function OrderScreen({ route }: ScreenProps<'Order'>) {
  return <ItemDetail id={route.params.id} destination={DESTINATIONS.order} kind="order" />;
}
