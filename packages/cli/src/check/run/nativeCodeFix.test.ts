import { expect, it } from 'vitest';

import { nativeCodeFix } from './nativeCodeFix.ts';

it('names the library whose native part is missing, and the way out', () => {
  const message =
    "TurboModuleRegistry.getEnforcing(...): 'RNCNetInfo' could not be found. Verify that a module by this name is registered in the native binary.";
  const stack = [
    '    at getEnforcing (host.bundle:1:2)',
    '    at 12 (node_modules/@react-native-community/netinfo/src/index.ts:3:1)',
    '    at 9 (src/App.tsx:1:1)',
  ].join('\n');
  expect(nativeCodeFix(message, stack)).toBe(
    '@react-native-community/netinfo has native code, and a mini-app brings none: hosts are installed without it. Use a library that is JavaScript alone, import it for the web only, or take it from a host that shares it.',
  );
  expect(nativeCodeFix('There are no settings', stack)).toBeUndefined();
});
