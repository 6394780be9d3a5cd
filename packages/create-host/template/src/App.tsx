import { type Host, HostProvider, MiniApp } from '@host/host-runtime';
import { ErrorState, Spinner, ToastProvider } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useEffect, useState } from 'react';
import { SafeAreaView } from 'react-native-safe-area-context';

import { Catalog } from './Catalog.tsx';
import { APP } from './appMessages.ts';
import { startHost } from './startHost.ts';

/** The host: the mini-apps of its server, and the one that is open. */
export function App() {
  const t = useMessages(APP);
  const [host, setHost] = useState<Host>();
  const [hasFailed, setFailed] = useState(false);
  const [appId, setAppId] = useState<string>();
  useEffect(() => {
    startHost().then(setHost, () => setFailed(true));
  }, []);
  if (hasFailed) return <ErrorState message={t('notStarted')} />;
  if (!host) return <Spinner label={t('starting')} />;
  return (
    <HostProvider host={host}>
      <ToastProvider>
        <SafeAreaView style={{ flex: 1 }}>
          {appId === undefined ? (
            <Catalog host={host} onOpen={setAppId} />
          ) : (
            <MiniApp appId={appId} onClose={() => setAppId(undefined)} />
          )}
        </SafeAreaView>
      </ToastProvider>
    </HostProvider>
  );
}
