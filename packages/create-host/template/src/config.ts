/**
 * The server whose mini-apps this host opens. On android, and on every phone, `localhost` is the phone itself, unless
 * `adb reverse tcp:8080 tcp:8080` leads that port of it to this computer. Release builds for android refuse http.
 */
export const SERVER_URL = 'https://host.example';

/** The languages that it speaks, the first where a person wants none of them. `app.json` tells the systems of the same. */
export const LANGUAGES = ['en', 'de', 'es', 'ar', 'zh-Hans'];

/** The version of this host: mini-apps say which they need at least. */
export const HOST_VERSION = '1.0.0';
