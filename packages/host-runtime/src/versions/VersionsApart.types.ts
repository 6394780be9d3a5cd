/** Keeps the versions of a mini-app apart that a host has open at the same time. */
export interface VersionsApart {
  /** For `registerPlugins` of the federation runtime, before the first remote is registered. */
  plugin: VersionPlugin;
  /**
   * Tells of a version that is about to be loaded without the federation runtime, which tells by itself. Once its container
   * was evaluated, it is the global `remoteName`. A version can be loaded once at a time.
   */
  add(version: Version): void;
  /** Lets go of a version that was loaded under this name: of its scripts and of its federation instance. */
  forget(remoteName: string): void;
}

/** As much of a plugin of the federation runtime as is needed here. */
export interface VersionPlugin {
  name: string;
  loadRemoteSnapshot<Args extends SnapshotArguments>(args: Args): Args;
}

/** What the federation runtime tells when it has read a federation manifest. */
export interface SnapshotArguments {
  moduleInfo: { name: string };
  remoteSnapshot?: object;
  /** Left out, and so is the address, when the manifest was read before. */
  manifestJson?: { name: string; metaData: { globalName: string } };
  manifestUrl?: string;
}

/** A version of a mini-app, as far as loading its scripts goes. */
export interface Version {
  /** The name that the host registered it by: no other version has it. */
  remoteName: string;
  /** Its container's name, which all versions of a mini-app have. */
  name: string;
  /** The global that its container defines, and its chunks add to `chunks_<globalName>`: these, too, are those of all. */
  globalName: string;
  /** The address of the folder that its files are in, with a slash at the end. */
  folder: string;
}
