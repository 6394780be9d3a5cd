import { folderOf } from '../common/folderOf.ts';
import type { SnapshotArguments, Version, VersionPlugin } from './VersionsApart.types.ts';

/**
 * Reports every version whose manifest is read, and makes the federation runtime look for its container under the host's
 * unique name for it. A mini-app that is registered under the name of its container can only be open once, and is left to
 * the federation runtime.
 */
export function createVersionPlugin(onVersion: (version: Version) => void): VersionPlugin {
  return {
    name: 'versions-apart',
    loadRemoteSnapshot<Args extends SnapshotArguments>(args: Args): Args {
      const { moduleInfo, manifestJson, manifestUrl, remoteSnapshot } = args;
      const remoteName = moduleInfo.name;
      if (manifestJson !== undefined && manifestUrl !== undefined) {
        const { name, metaData } = manifestJson;
        if (remoteName === metaData.globalName) return args;
        const [address = ''] = manifestUrl.split(/[?#]/);
        const folder = folderOf(address);
        onVersion({ remoteName, name, globalName: metaData.globalName, folder });
      }
      return { ...args, remoteSnapshot: { ...remoteSnapshot, globalName: remoteName } };
    },
  };
}
