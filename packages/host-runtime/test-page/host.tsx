import { Text, ToastProvider } from '@host/kit';
import {
  type Host,
  HostProvider,
  type HostOptions,
  type LinkTarget,
  MiniApp,
  type OpenState,
  createHost,
  createRegistry,
} from '@host/host-runtime';
import { createMemorySession } from '@host/host-runtime/memory';
import {
  createCacheFiles,
  createFetchApi,
  createIndexedDbStore,
  createWebDevice,
  createWebLoaders,
} from '@host/host-runtime/web';
import { NavigationContainer } from '@react-navigation/native';
import { createNativeStackNavigator } from '@react-navigation/native-stack';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import { useState } from 'react';
import { AppRegistry, View } from 'react-native';

/** The options that a test sets in the query of the page. */
const query = new URLSearchParams(location.search);
const session = createMemorySession({ loginAs: { openId: 'u1', name: 'Ada' } });
const states: OpenState[] = [];
const links: LinkTarget[] = [];
const asked: string[] = [];
const events: string[] = [];
if (query.get('user')) session.signIn({ openId: query.get('user')!, name: query.get('user')! });

const isolation = query.get('isolation') as 'realm' | 'frame' | null;
const keys = query.get('keys');
const options: HostOptions = {
  hostVersion: query.get('hostVersion') ?? '1.0.0',
  platform: 'web',
  installId: 'test-install',
  registry: createRegistry({ baseUrl: location.origin }),
  loaders: createWebLoaders({ frame: { pageUrl: '/frame.html', scriptUrl: '/frame.js' } }),
  api: createFetchApi(),
  session,
  device: createWebDevice('1.0.0'),
  store: createIndexedDbStore(),
  files: createCacheFiles(),
  consent: {
    async ask({ appId, permission }) {
      asked.push(`${appId} ${permission}`);
      return query.get('consent') !== 'no';
    },
  },
  analytics: { record: ({ appId, kind, name }) => events.push(`${appId} ${kind} ${name}`) },
  onOpenLink: (target) => links.push(target),
  ...(isolation && { isolation: () => isolation }),
  ...(keys && { publisherKeys: JSON.parse(keys) as Record<string, string[]> }),
  limits: JSON.parse(query.get('limits') ?? '{}') as object,
};
const host: Host = createHost(options);

const apps = (query.get('apps') ?? '').split(',').filter(Boolean);
const params = JSON.parse(query.get('params') ?? '{}') as Record<string, unknown>;
const Stack = createNativeStackNavigator<{ shell: undefined; app: undefined }>();
let show: (shown: string[]) => void = () => {};

function Shell({ navigation }: { navigation: { navigate: (name: 'app') => void } }) {
  Object.assign(globalThis, { openScreen: () => navigation.navigate('app') });
  return <Text>host shell</Text>;
}

function Apps() {
  const [shown, setShown] = useState(apps);
  show = setShown;
  return (
    <View style={{ flex: 1 }}>
      {shown.map((appId) => (
        <View key={appId} testID={appId} style={{ flex: 1 }}>
          <MiniApp appId={appId} params={params} onStateChange={(state) => states.push(state)} />
        </View>
      ))}
    </View>
  );
}

function App() {
  return (
    <HostProvider host={host}>
      <ToastProvider>
        <NavigationContainer
          documentTitle={{ formatter: () => 'the host' }}
          linking={{
            prefixes: [location.origin],
            config: { screens: { shell: '', app: 'app' } },
          }}
        >
          <Stack.Navigator initialRouteName="shell" screenOptions={{ headerShown: false }}>
            <Stack.Screen name="shell" component={Shell} />
            <Stack.Screen name="app" component={Apps} />
          </Stack.Navigator>
        </NavigationContainer>
      </ToastProvider>
    </HostProvider>
  );
}

Object.assign(globalThis, {
  test: {
    host,
    session,
    modules: { React, jsxRuntime },
    states,
    links,
    asked,
    events,
    show: (shown: string[]) => show(shown),
    started: query.get('worker') ? startWorker() : undefined,
  },
});
/** Resolves once the service worker controls this page, if a test uses one. */
async function startWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return;
  const isInCharge = new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });
  await serviceWorker.register('/worker.js');
  await isInCharge;
}

AppRegistry.registerComponent('host', () => App);
AppRegistry.runApplication('host', { rootTag: document.getElementById('root') });
