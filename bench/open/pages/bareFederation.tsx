import * as kit from '@host/kit';
import * as sdk from '@host/miniapp-sdk';
import { bindStandalone, createMemoryHost } from '@host/miniapp-sdk/host';
import { createInstance } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import * as navigation from '@react-navigation/native';
import * as nativeStack from '@react-navigation/native-stack';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactNative from 'react-native';

import { offer, untilFrame, untilShown } from './measure.ts';

declare const SHARED_VERSIONS: Record<string, string>;

const query = new URLSearchParams(location.search);
const modules: Record<string, object> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-native': reactNative,
  '@react-navigation/native': navigation,
  '@react-navigation/native-stack': nativeStack,
  '@host/kit': kit,
  '@host/miniapp-sdk': sdk,
};
const shared = Object.entries(modules).map(([name, module]) => {
  const version = SHARED_VERSIONS[name.startsWith('react/') ? 'react' : name];
  const shareConfig = { singleton: true, requiredVersion: `^${version}`, eager: true };
  return [name, { version, lib: () => module, shareConfig }] as const;
});

Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
bindStandalone(createMemoryHost({ device: { platform: 'web' } }).services);
const federation = createInstance({
  name: 'bare',
  remotes: [{ name: 'orders', entry: query.get('manifest')! }],
  shared: Object.fromEntries(shared),
});

const { AppRegistry, View } = reactNative;
const root = document.getElementById('root')!;
let show: (isOpen: boolean) => void = () => undefined;
const MiniApp = React.lazy(
  () => federation.loadRemote('orders/App') as Promise<{ default: React.ComponentType }>,
);

function App() {
  const [isOpen, setIsOpen] = React.useState(false);
  show = setIsOpen;
  return (
    <View style={{ flex: 1 }}>
      <React.Suspense>{isOpen && <MiniApp />}</React.Suspense>
    </View>
  );
}

AppRegistry.registerComponent('host', () => App);
AppRegistry.runApplication('host', { rootTag: root });
offer({
  open: () =>
    untilShown(
      () => show(true),
      () => root.textContent,
    ),
  async close() {
    show(false);
    await untilFrame(
      () => root.textContent === '',
      () => root.textContent,
    );
  },
});
