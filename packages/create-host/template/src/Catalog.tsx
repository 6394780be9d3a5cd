import type { CatalogPage, Host } from '@host/host-runtime';
import { Button, ErrorState, Spinner, Text } from '@host/kit';
import { useEffect, useState } from 'react';
import { ScrollView } from 'react-native';

/** What the server has for this host, by name. */
export function Catalog({ host, onOpen }: { host: Host; onOpen: (appId: string) => void }) {
  const [items, setItems] = useState<CatalogPage['items']>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    setProblem(undefined);
    host.catalog().then(
      (page) => setItems(page.items),
      (error: Error) => setProblem(error.message),
    );
  }, [host, attempt]);
  if (problem !== undefined) {
    return <ErrorState message={problem} onRetry={() => setAttempt(attempt + 1)} />;
  }
  if (!items) return <Spinner label="Loading" />;
  return (
    <ScrollView contentContainerStyle={{ gap: 12, padding: 16 }}>
      <Text variant="title">Sample</Text>
      {items.map(({ appId, name }) => (
        <Button key={appId} title={name} variant="secondary" onPress={() => onOpen(appId)} />
      ))}
    </ScrollView>
  );
}
