import { Button, Card, EmptyState, ErrorState, Skeleton, Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useNavigation } from '@react-navigation/native';
import type { NativeStackNavigationProp } from '@react-navigation/native-stack';
import { useCallback } from 'react';

import type { Screens } from '../links/routes.ts';
import { useServices } from '../services/AppServicesContext.ts';
import type { Destination } from '../items/destinations.ts';
import { findItem } from '../items/findItem.ts';
import { ServerError } from '../common/ServerError.ts';
import { useLoaded } from '../common/useLoaded.ts';
import { Page } from './Page.tsx';
import { HOME } from '../messages/home.ts';
import { ITEMS } from '../messages/items.ts';
import { TITLES } from '../messages/titles.ts';

interface ItemDetailProps {
  id: string;
  destination: Destination;
  /** The kind of item. */
  kind: 'order' | 'offer';
}

/** The host's own page about one item of a mini-app, with a link into the mini-app. */
export function ItemDetail({ id, destination, kind }: ItemDetailProps) {
  const { session } = useServices();
  const t = useMessages(ITEMS);
  const home = useMessages(HOME);
  const titles = useMessages(TITLES);
  const navigation = useNavigation<NativeStackNavigationProp<Screens>>();
  const { space } = useTheme();
  const load = useCallback(
    () => findItem(session.send, destination.items, id),
    [session, destination, id],
  );
  const { value: found, error, reload } = useLoaded(load);
  const { appId, param } = destination;
  const openApp = () => navigation.navigate('MiniApp', { appId, params: { [param]: id } });
  const item = { kind, id };

  return (
    <Page title={t('title', item)} isNarrow>
      {isSignInNeeded(error) ? (
        <EmptyState
          icon="lock"
          title={t('signIn', item)}
          action={
            <Button title={titles('signIn')} onPress={() => navigation.navigate('SignIn', {})} />
          }
        />
      ) : error ? (
        <ErrorState message={t('failed', item)} onRetry={reload} />
      ) : found === null ? (
        <EmptyState
          icon="search"
          title={t('missing', item)}
          message={home('oldLink')}
          action={
            <Button
              title={home('goHome')}
              variant="secondary"
              onPress={() => navigation.popTo('Home')}
            />
          }
        />
      ) : found === undefined ? (
        <Card>
          <Skeleton width="60%" height={24} />
          <Skeleton width="40%" />
        </Card>
      ) : (
        <>
          <Card>
            <Text variant="heading">{found.title}</Text>
            <Text muted style={{ marginBottom: space(2) }}>
              {t('status', item)}
            </Text>
          </Card>
          <Button title={t('open', item)} icon="arrow-end" onPress={openApp} />
        </>
      )}
    </Page>
  );
}

function isSignInNeeded(error: Error | undefined): boolean {
  return error instanceof ServerError && error.status === 401;
}
