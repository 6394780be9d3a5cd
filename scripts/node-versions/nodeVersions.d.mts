/** The supported versions of Node by release line. */
export const NODE_VERSIONS: Record<20 | 22 | 24, string>;
/** The tests that depend on the version of Node. */
export const ON_EVERY_NODE: string[];
/** All tests of the server and of the command. */
export const ALL_ON_A_NODE: string[];
