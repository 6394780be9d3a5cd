/** The version of this host, from its package.json. */
declare const HOST_VERSION: string;
/** The modules that mini-apps take from this host, with their versions. */
declare const SHARED_VERSIONS: Readonly<Record<string, string>>;
/** Where the server is; empty where it is the origin of the page. */
declare const SERVER_URL: string;
/** The address of the script that runs in frames, on the web. */
declare const FRAME_SCRIPT_URL: string;
