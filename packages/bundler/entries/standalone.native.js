import { Script, ScriptManager } from '@callstack/repack/client';
import { Suspense, createElement, lazy } from 'react';
import { AppRegistry, Platform } from 'react-native';

import { bindStandaloneHost } from './bindStandaloneHost.js';

bindStandaloneHost({ platform: Platform.OS });

// The lowest priority, so that a host that embeds the bundle can register its own resolver of scripts.
ScriptManager.shared.addResolver(
  (scriptId) => ({
    url: __DEV__ ? Script.getDevServerURL(scriptId) : Script.getFileSystemURL(scriptId),
    cache: false,
  }),
  { priority: 1 },
);

// Only react and react-native are loaded synchronously: other shared modules are ready after this asynchronous boundary.
const App = lazy(() => import('@miniapp/App'));
AppRegistry.registerComponent(
  __MINIAPP_NAME__,
  () => (props) => createElement(Suspense, { fallback: null }, createElement(App, props)),
);
