import { ItemDetail } from '../components/ItemDetail.tsx';
import { DESTINATIONS } from '../items/destinations.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';

/** The screen for the deep link `promo/:promoId`. */
export function PromoScreen({ route }: ScreenProps<'Promo'>) {
  return <ItemDetail id={route.params.id} destination={DESTINATIONS.promo} kind="offer" />;
}
