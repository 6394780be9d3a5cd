/** The language of a host, for its own texts and those of its UI packages. Mini-apps use the SDK's `useLocale`. */
export { messagesNow, useHostLanguage, useMessages } from './language/useMessages.ts';
