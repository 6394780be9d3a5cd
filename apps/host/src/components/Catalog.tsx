import type { CatalogEntry } from '@host/contracts';
import { Button, Card, EmptyState, ErrorState, Skeleton, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import type { ReactElement } from 'react';
import { View } from 'react-native';

import { AppTile } from './AppTile.tsx';
import { useCatalog } from './useCatalog.ts';
import { useLayout } from './useLayout.ts';
import { usePrefetch } from './usePrefetch.ts';
import { HOME } from '../messages/home.ts';

interface CatalogProps {
  /** The search text; empty for the whole catalog. */
  search: string;
  onOpen: (appId: string) => void;
}

/** The catalog as tiles. */
export function Catalog({ search, onOpen }: CatalogProps) {
  const t = useMessages(HOME);
  const { apps, error, reload, loadMore, isLoadingMore } = useCatalog(search);
  usePrefetch(apps);
  if (error) {
    return <ErrorState title={t('failed')} message={t(error)} onRetry={reload} />;
  }
  if (!apps) return <LoadingTiles />;
  if (apps.length === 0) return <NothingFound search={search} />;
  return (
    <>
      <Grid>
        {apps.map((app: CatalogEntry) => (
          <AppTile key={app.appId} app={app} onPress={() => onOpen(app.appId)} />
        ))}
      </Grid>
      {loadMore ? (
        <Button
          title={t('showMore')}
          variant="secondary"
          loading={isLoadingMore}
          onPress={() => void loadMore()}
        />
      ) : null}
    </>
  );
}

function NothingFound({ search }: { search: string }) {
  const t = useMessages(HOME);
  return search === '' ? (
    <EmptyState icon="bag" title={t('noServices')} message={t('noServicesHint')} />
  ) : (
    <EmptyState
      icon="search"
      title={t('nothingFound')}
      message={t('nothingFoundHint', { search })}
    />
  );
}

function LoadingTiles() {
  const { space } = useTheme();
  const t = useMessages(HOME);
  return (
    <View role="status" aria-label={t('loadingServices')}>
      <Grid>
        {['first', 'second', 'third'].map((key) => (
          <Card key={key}>
            <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(4) }}>
              <Skeleton width={56} height={56} />
              <View style={{ flex: 1, gap: space(2) }}>
                <Skeleton width="50%" />
                <Skeleton width="80%" height={12} />
              </View>
            </View>
          </Card>
        ))}
      </Grid>
    </View>
  );
}

function Grid({ children }: { children: readonly ReactElement[] }) {
  const { space } = useTheme();
  const { columns } = useLayout();
  const gap = space(3);
  return (
    <View style={{ flexDirection: 'row', flexWrap: 'wrap', margin: -gap / 2 }}>
      {children.map((child) => (
        <View key={child.key} style={{ width: `${100 / columns}%`, padding: gap / 2 }}>
          {child}
        </View>
      ))}
    </View>
  );
}
