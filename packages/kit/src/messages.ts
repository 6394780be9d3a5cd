/** The language of a host, for its own texts and those of the packages that draw for it. Mini-apps have that of the SDK. */
export { messagesNow, useHostLanguage, useMessages } from './language/useMessages.ts';
