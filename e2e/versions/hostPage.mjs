// A host without UI that opens versions of a mini-app and checks what they load.
import { keepVersionsApart } from '@host/host-runtime/versions/web';
import * as federation from '@module-federation/runtime';
import * as core from '@module-federation/runtime/core';

const SDK = '@host/miniapp-sdk';

// Mini-apps are built without the federation runtime and take the host's.
globalThis['_FEDERATION_RUNTIME_CORE'] = core;
const versions = keepVersionsApart();
federation.init({ name: 'host', remotes: [], plugins: [versions.plugin, ownSdk()] });

globalThis.versions = versions;
globalThis.openVersion = (name, entry) => {
  federation.registerRemotes([{ name, entry }]);
  return federation.loadRemote(`${name}/App`);
};

/** Gives every remote an SDK that says whose it is. */
function ownSdk() {
  return {
    name: 'own-sdk',
    beforeInitContainer(args) {
      const sdk = { __esModule: true, owner: args.remoteInfo.name };
      const shared = {
        version: '0.1.0',
        lib: () => sdk,
        get: async () => () => sdk,
        loaded: true,
        loading: null,
        deps: [],
        useIn: [],
        scope: ['default'],
        strategy: 'loaded-first',
        shareConfig: { singleton: true, requiredVersion: '*', eager: true },
      };
      const shareScope = { ...args.shareScope, [SDK]: { '0.1.0': shared } };
      const remoteEntryInitOptions = { ...args.remoteEntryInitOptions };
      Object.defineProperty(remoteEntryInitOptions, 'shareScopeMap', {
        value: { default: shareScope },
        enumerable: false,
      });
      return { ...args, shareScope, remoteEntryInitOptions };
    },
  };
}
