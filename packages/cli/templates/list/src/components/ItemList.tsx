import { EmptyState, ErrorState, ListItem, Spinner } from '@host/kit';
import type { ReactElement } from 'react';
import { FlatList } from 'react-native';

import { useFavourites } from '../hooks/useFavourites';
import { useItems } from '../hooks/useItems';
import type { AppItem } from '../services/items';

interface ItemListProps {
  header: ReactElement;
  onOpen: (item: AppItem) => void;
}

export function ItemList({ header, onOpen }: ItemListProps) {
  const { state, reload } = useItems();
  const { favourites } = useFavourites();

  if (state.status === 'loading') return <Spinner label="Loading the items" />;
  if (state.status === 'failed') return <ErrorState message={state.message} onRetry={reload} />;
  return (
    <FlatList
      data={state.items}
      keyExtractor={({ id }) => id}
      ListHeaderComponent={header}
      ListEmptyComponent={<EmptyState title="Nothing here yet" message="New items show up here." />}
      renderItem={({ item }) => (
        <ListItem
          title={item.title}
          {...(favourites.includes(item.id) && { subtitle: '★ Favourite' })}
          onPress={() => onOpen(item)}
        />
      )}
    />
  );
}
