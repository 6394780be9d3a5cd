/** Separates the versions of a mini-app that a host has open at the same time. */
export interface VersionsApart {
  /** For `registerPlugins` of the federation runtime, before the first remote is registered. */
  plugin: VersionPlugin;
  /**
   * Registers a version that is about to be loaded without the federation runtime, which would register it by itself. Once its
   * container is evaluated, it is the global `remoteName`. A version can be loaded only once at a time.
   */
  add(version: Version): void;
  /** Drops the scripts and the federation instance of a version that was loaded under this name. */
  forget(remoteName: string): void;
}

/** The part of the federation runtime's plugin interface that is used here. */
export interface VersionPlugin {
  name: string;
  loadRemoteSnapshot<Args extends SnapshotArguments>(args: Args): Args;
}

/** The arguments of the hook that the federation runtime calls when it has read a manifest. */
export interface SnapshotArguments {
  moduleInfo: { name: string };
  remoteSnapshot?: object;
  /** Absent, like the URL, if the manifest was read before. */
  manifestJson?: { name: string; metaData: { globalName: string } };
  manifestUrl?: string;
}

/** The parts of a version that matter for loading its scripts. */
export interface Version {
  /** The unique name under which the host registered it. */
  remoteName: string;
  /** Its container's name, which all versions of a mini-app share. */
  name: string;
  /** The global that its container defines; its chunks use `chunks_<globalName>`. All versions share both. */
  globalName: string;
  /** The address of the folder that its files are in, with a slash at the end. */
  folder: string;
}
