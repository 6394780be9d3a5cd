import { HostProvider, MiniApp, createHost, createRegistry } from '@host/host-runtime';
import { createMemorySession } from '@host/host-runtime/memory';
import {
  createCacheFiles,
  createFetchApi,
  createIndexedDbStore,
  createWebDevice,
  createWebLoaders,
} from '@host/host-runtime/web';
import { useState } from 'react';
import { AppRegistry, View } from 'react-native';

import { offer, untilFrame, untilShown } from './measure.ts';

const query = new URLSearchParams(location.search);
const session = createMemorySession({ loginAs: { openId: 'u1', name: 'Ada' } });
const host = createHost({
  hostVersion: '1.0.0',
  platform: 'web',
  installId: 'bench-install',
  registry: createRegistry({ baseUrl: location.origin }),
  loaders: createWebLoaders(),
  api: createFetchApi(),
  session,
  device: createWebDevice('1.0.0'),
  store: createIndexedDbStore(),
  files: createCacheFiles(),
  consent: { ask: async () => true },
  analytics: { record: () => undefined },
});
const appIds = query.getAll('app');
let opened = 0;
let show: (appId: string | undefined) => void = () => undefined;

function App() {
  const [appId, setAppId] = useState<string>();
  show = setAppId;
  return (
    <HostProvider host={host}>
      <View style={{ flex: 1 }}>{appId !== undefined && <MiniApp appId={appId} />}</View>
    </HostProvider>
  );
}

const root = document.getElementById('root')!;
AppRegistry.registerComponent('host', () => App);
AppRegistry.runApplication('host', { rootTag: root });
offer({
  open: () =>
    untilShown(
      () => show(appIds[opened++ % appIds.length]),
      () => root.textContent,
    ),
  async close() {
    show(undefined);
    await untilFrame(
      () => root.textContent === '',
      () => root.textContent,
    );
  },
});
