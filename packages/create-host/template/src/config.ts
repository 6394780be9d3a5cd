/**
 * The server whose mini-apps this host opens. On a phone or an Android emulator `localhost` is the device itself, unless
 * `adb reverse tcp:8080 tcp:8080` forwards that port to this computer. Release builds for Android refuse http.
 */
export const SERVER_URL = 'https://host.example';

/** The languages of this app; the first is used for everybody who prefers another one. `app.json` lists the same. */
export const LANGUAGES = ['en', 'de', 'es', 'ar', 'zh-Hans'];

/** The version of this host. A mini-app declares the minimum that it needs. */
export const HOST_VERSION = '1.0.0';
