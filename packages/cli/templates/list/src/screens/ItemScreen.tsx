import { Button, Card, Screen, Text, useToast } from '@host/kit';
import { analytics } from '@host/miniapp-sdk';
import type { NativeStackScreenProps } from '@react-navigation/native-stack';
import { useEffect } from 'react';

import { useFavourites } from '../hooks/useFavourites';
import type { Screens } from './Screens.types';

export function ItemScreen({ route }: NativeStackScreenProps<Screens, 'Item'>) {
  const { item } = route.params;
  const { favourites, toggle } = useFavourites();
  const toast = useToast();
  const isFavourite = favourites.includes(item.id);
  useEffect(() => analytics.screen('item'), []);

  const change = async () => {
    await toggle(item.id);
    toast.show(isFavourite ? 'No longer a favourite' : 'Kept as a favourite');
  };
  return (
    <Screen>
      <Card>
        <Text variant="title">{item.title}</Text>
        {item.note === undefined ? null : <Text muted>{item.note}</Text>}
      </Card>
      <Button
        title={isFavourite ? 'Remove from favourites' : 'Add to favourites'}
        variant={isFavourite ? 'secondary' : 'primary'}
        onPress={() => void change()}
      />
    </Screen>
  );
}
