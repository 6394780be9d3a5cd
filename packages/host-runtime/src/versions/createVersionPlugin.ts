import { folderOf } from '../common/folderOf.ts';
import type { SnapshotArguments, Version, VersionPlugin } from './VersionsApart.types.ts';

/**
 * Tells of every version whose manifest is read. From then on the federation runtime looks for its container under the
 * name that the host registered it by, where nothing of another version is. A mini-app that is registered by the very name
 * of its container can only be open once, and is left to the federation runtime.
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
