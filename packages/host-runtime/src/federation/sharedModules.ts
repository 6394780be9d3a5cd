import * as kit from '@host/kit';
import kitPackage from '@host/kit/package.json' with { type: 'json' };
import * as navigation from '@react-navigation/native';
import navigationPackage from '@react-navigation/native/package.json' with { type: 'json' };
import * as nativeStack from '@react-navigation/native-stack';
import nativeStackPackage from '@react-navigation/native-stack/package.json' with { type: 'json' };
import * as React from 'react';
import * as jsxDevRuntime from 'react/jsx-dev-runtime';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactNative from 'react-native';
import reactNativePackage from 'react-native/package.json' with { type: 'json' };
import * as safeArea from 'react-native-safe-area-context';
import safeAreaPackage from 'react-native-safe-area-context/package.json' with { type: 'json' };

import type { SharedModules } from './SharedModules.types.ts';

/** The modules that mini-apps take from every host, on all platforms, as they are bundled with it. */
export function sharedModules(): SharedModules {
  const { version } = React;
  return {
    react: { version, module: React },
    'react/jsx-runtime': { version, module: jsxRuntime },
    'react/jsx-dev-runtime': { version, module: devRuntime },
    // Mini-apps require React Native's version, even though react-native-web renders in a browser.
    'react-native': { version: reactNativePackage.version, module: ReactNative },
    '@react-navigation/native': { version: navigationPackage.version, module: navigation },
    '@react-navigation/native-stack': { version: nativeStackPackage.version, module: nativeStack },
    '@host/kit': { version: kitPackage.version, module: kit },
    'react-native-safe-area-context': { version: safeAreaPackage.version, module: safeArea },
  };
}

/** Adds `jsxDEV` to a production React, so that a debug build of a mini-app also runs in a released host. */
const devRuntime = {
  ...jsxDevRuntime,
  jsxDEV: (jsxDevRuntime as { jsxDEV?: unknown }).jsxDEV ?? jsxRuntime.jsx,
};
