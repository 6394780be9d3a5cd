/** The version of the SDK that the host gives, from its package.json. */
declare const SDK_VERSION: string;

/** As the bundler has it. */
declare function require(name: string): unknown;
