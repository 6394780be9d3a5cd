/** The supported versions of Node by release line. */
export const NODE_VERSIONS: Record<string, string>;
