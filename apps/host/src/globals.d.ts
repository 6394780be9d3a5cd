/** The version of this host, from its package.json. */
declare const HOST_VERSION: string;
/** The shared modules that this host provides to mini-apps, with their versions. */
declare const SHARED_VERSIONS: Readonly<Record<string, string>>;
/** The URL of the server; empty if it is the origin of the page. */
declare const SERVER_URL: string;
/** The URL of the script that runs in frames, on the web. */
declare const FRAME_SCRIPT_URL: string;
