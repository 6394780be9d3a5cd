/** The path below CONSOLE_URL at which the console is served. */
export const CONSOLE_PATH = '/console/';

/** The path prefix of API calls that the console makes with its cookie. */
export const CONSOLE_API_PATH = '/console/api';

/** The path prefix of a mini-app that is previewed in the console: its requests are those of a person who is not signed in. */
export const CONSOLE_PREVIEW_PATH = '/console/api/preview';

/** The header that the console sends with every change; a form on another site cannot send it. */
export const CONSOLE_HEADER = 'x-console';
