/** A module that the host has and that mini-apps take from it. */
export interface SharedModule {
  version: string;
  module: object;
}

/** What a host shares, by the name that a mini-app imports. The SDK is not among them: every mini-app gets its own. */
export type SharedModules = Readonly<Record<string, SharedModule>>;
