import { Script, ScriptManager } from '@callstack/repack/client';
import { Suspense, createElement, lazy } from 'react';
import { AppRegistry, Platform } from 'react-native';

import { bindStandaloneHost } from './bindStandaloneHost.js';

bindStandaloneHost({ platform: Platform.OS });

// The lowest priority: whoever embeds the bundle can put their own place for scripts before it.
ScriptManager.shared.addResolver(
  (scriptId) => ({
    url: __DEV__ ? Script.getDevServerURL(scriptId) : Script.getFileSystemURL(scriptId),
    cache: false,
  }),
  { priority: 1 },
);

// Only react and react-native are there at once: everything else is shared and comes after this boundary.
const App = lazy(() => import('@miniapp/App'));
AppRegistry.registerComponent(
  __MINIAPP_NAME__,
  () => (props) => createElement(Suspense, { fallback: null }, createElement(App, props)),
);
