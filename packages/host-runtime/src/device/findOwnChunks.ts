import { Script, type ScriptManager } from '@callstack/repack/client';

/** The name of the host's own bundle, by which Re.Pack identifies the caller. */
const OWN = 'main';

/** Resolves the host's own lazily loaded chunks: in the app, or during development on the dev server. */
export function findOwnChunks(manager: ScriptManager): void {
  manager.addResolver(
    async (scriptId, caller) => {
      if (caller !== OWN) return undefined;
      return {
        url: __DEV__ ? Script.getDevServerURL(scriptId) : Script.getFileSystemURL(scriptId),
      };
    },
    { key: 'host' },
  );
}
