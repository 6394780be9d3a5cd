/** The server whose mini-apps this host opens. */
export const SERVER_URL = 'https://host.example';

/** The version of this host: mini-apps say which they need at least. */
export const HOST_VERSION = '1.0.0';
