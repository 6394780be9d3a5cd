import type { ReactElement } from 'react';
import { FlatList, Platform, RefreshControl, View } from 'react-native';

import { KIT } from '../language/kitMessages.ts';
import { useMessages } from '../language/useMessages.ts';
import { useTheme } from '../theme/useTheme.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { SkeletonRows } from './SkeletonRows.tsx';

/** The props of {@link List}. */
export interface ListProps<Item> {
  /** Undefined while nothing has arrived yet. */
  items: readonly Item[] | undefined;
  keyOf: (item: Item) => string;
  renderItem: (item: Item, index: number) => ReactElement;
  /** The accessible name of the list. */
  label: string;
  /** A sentence that is shown instead of the items. */
  error?: string | undefined;
  onRetry?: () => void;
  /** Enables refreshing: by pulling, and in a browser by a button. */
  onRefresh?: () => void;
  refreshing?: boolean;
  refreshTitle?: string;
  /** What is shown when there are no items. */
  empty?: ReactElement;
  header?: ReactElement;
  footer?: ReactElement;
  onEndReached?: () => void;
}

/**
 * A virtualized list with states for loading, empty and error.
 *
 * @example
 * <List
 *   label="Your orders"
 *   items={orders}
 *   keyOf={({ id }) => id}
 *   renderItem={({ title }) => <ListItem title={title} />}
 *   error={error?.message}
 *   onRetry={reload}
 * />
 */
export function List<Item>({
  items,
  keyOf,
  renderItem,
  label,
  error,
  onRetry,
  onRefresh,
  refreshing = false,
  refreshTitle,
  empty,
  header,
  footer,
  onEndReached,
}: ListProps<Item>) {
  const { colors, space } = useTheme();
  const t = useMessages(KIT);
  if (error !== undefined) return <ErrorState message={error} onRetry={onRetry} />;
  if (!items) return <SkeletonRows label={t('loadingList', { label })} />;

  // Pulling does not work with a mouse or a keyboard.
  const refreshButton =
    onRefresh && Platform.OS === 'web' ? (
      <View style={{ alignItems: 'flex-end', padding: space(2) }}>
        <Button
          title={refreshTitle ?? t('refresh')}
          icon="refresh"
          variant="plain"
          size="small"
          loading={refreshing}
          onPress={onRefresh}
        />
      </View>
    ) : null;
  return (
    <FlatList
      data={items}
      keyExtractor={keyOf}
      renderItem={({ item, index }) => renderItem(item, index)}
      aria-label={label}
      role="group"
      tabIndex={0}
      contentContainerStyle={items.length === 0 && { flexGrow: 1 }}
      ListHeaderComponent={
        <>
          {refreshButton}
          {header}
        </>
      }
      ListFooterComponent={footer}
      ListEmptyComponent={empty ?? <EmptyState title={t('empty')} />}
      onEndReached={onEndReached}
      refreshControl={
        onRefresh && Platform.OS !== 'web' ? (
          <RefreshControl
            refreshing={refreshing}
            onRefresh={onRefresh}
            tintColor={colors.primary}
            colors={[colors.primary]}
          />
        ) : undefined
      }
    />
  );
}
