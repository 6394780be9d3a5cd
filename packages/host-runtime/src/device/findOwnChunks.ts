import { Script, type ScriptManager } from '@callstack/repack/client';

/** The name of the host's own bundle, as Re.Pack tells who asks. */
const OWN = 'main';

/** Says where the screens are that the host loads later: in the app, or while it is developed on the server of that. */
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
