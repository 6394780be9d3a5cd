/** The version of the SDK that the host gives, from its package.json. */
declare const SDK_VERSION: string;

/** As webpack and rspack define it. */
declare function require(name: string): unknown;
