import type { CatalogPage, Host } from '@host/host-runtime';
import { Button, ErrorState, Spinner, Text } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useEffect, useState } from 'react';
import { ScrollView } from 'react-native';

import { APP } from './appMessages.ts';

/** The mini-apps that the server has for this host, sorted by name. */
export function Catalog({ host, onOpen }: { host: Host; onOpen: (appId: string) => void }) {
  const [items, setItems] = useState<CatalogPage['items']>();
  const t = useMessages(APP);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    setFailed(false);
    host.catalog().then(
      (page) => setItems(page.items),
      () => setFailed(true),
    );
  }, [host, attempt]);
  if (hasFailed) {
    return <ErrorState message={t('notLoaded')} onRetry={() => setAttempt(attempt + 1)} />;
  }
  if (!items) return <Spinner label={t('loading')} />;
  return (
    <ScrollView contentContainerStyle={{ gap: 12, padding: 16 }}>
      <Text variant="title">Sample</Text>
      {items.map(({ appId, name }) => (
        <Button key={appId} title={name} variant="secondary" onPress={() => onOpen(appId)} />
      ))}
    </ScrollView>
  );
}
