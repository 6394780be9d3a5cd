/** The version of the reference host of this release; a mini-app that requires a newer host cannot run anywhere yet. */
export const NEWEST_KNOWN_HOST = '1.0.0';
