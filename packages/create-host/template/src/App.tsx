import { type Host, HostProvider, MiniApp } from '@host/host-runtime';
import { ErrorState, Spinner, ToastProvider } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useEffect, useState } from 'react';
import { SafeAreaView } from 'react-native-safe-area-context';

import { Catalog } from './Catalog.tsx';
import { APP } from './appMessages.ts';
import { Development } from './Development.tsx';
import { startHost } from './startHost.ts';

/** The host: the mini-apps of its server, and the one that is open. */
export function App() {
  const t = useMessages(APP);
  const [host, setHost] = useState<Host>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    startHost().then(setHost, () => setFailed(true));
  }, []);
  return (
    <ToastProvider>
      <SafeAreaView style={{ flex: 1 }}>
        <Development>
          {hasFailed && <ErrorState message={t('notStarted')} />}
          {!hasFailed && (host ? <MiniApps host={host} /> : <Spinner label={t('starting')} />)}
        </Development>
      </SafeAreaView>
    </ToastProvider>
  );
}

function MiniApps({ host }: { host: Host }) {
  const [appId, setAppId] = useState<string>();
  return (
    <HostProvider host={host}>
      {appId === undefined ? (
        <Catalog host={host} onOpen={setAppId} />
      ) : (
        <MiniApp appId={appId} onClose={() => setAppId(undefined)} />
      )}
    </HostProvider>
  );
}
