import { Button, Card, EmptyState, ErrorState, Skeleton, Text, useTheme } from '@host/kit';
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

interface ItemDetailProps {
  id: string;
  destination: Destination;
  /** What such a thing is called: `order`. */
  noun: string;
  /** What is said about one that is there. */
  status: string;
}

/** The host's own page about one thing of a mini-app; the mini-app shows more. */
export function ItemDetail({ id, destination, noun, status }: ItemDetailProps) {
  const { session } = useServices();
  const navigation = useNavigation<NativeStackNavigationProp<Screens>>();
  const { space } = useTheme();
  const load = useCallback(
    () => findItem(session.send, destination.items, id),
    [session, destination, id],
  );
  const { value: item, error, reload } = useLoaded(load);
  const { appId, param } = destination;
  const openApp = () => navigation.navigate('MiniApp', { appId, params: { [param]: id } });
  const title = `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)} ${id}`;

  return (
    <Page title={title} isNarrow>
      {isSignInNeeded(error) ? (
        <EmptyState
          icon="lock"
          title={`Sign in to see this ${noun}`}
          action={<Button title="Sign in" onPress={() => navigation.navigate('SignIn', {})} />}
        />
      ) : error ? (
        <ErrorState message={`This ${noun} could not be loaded.`} onRetry={reload} />
      ) : item === null ? (
        <EmptyState
          icon="search"
          title={`There is no ${noun} ${id}`}
          message="The link may be old, or somebody mistyped it."
          action={
            <Button title="Go home" variant="secondary" onPress={() => navigation.popTo('Home')} />
          }
        />
      ) : item === undefined ? (
        <Card>
          <Skeleton width="60%" height={24} />
          <Skeleton width="40%" />
        </Card>
      ) : (
        <>
          <Card>
            <Text variant="heading">{item.title}</Text>
            <Text muted style={{ marginBottom: space(2) }}>
              {status}
            </Text>
          </Card>
          <Button title={`Open this ${noun}`} icon="arrow-end" onPress={openApp} />
        </>
      )}
    </Page>
  );
}

function isSignInNeeded(error: Error | undefined): boolean {
  return error instanceof ServerError && error.status === 401;
}
