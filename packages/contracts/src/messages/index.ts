/** Translated texts: ICU messages on top of `Intl`, small enough for a phone, and the same on the server. */
export { defineMessages } from './defineMessages.ts';
export { directionOf } from './directionOf.ts';
export { formatMessage } from './formatMessage.ts';
export { isLocale } from '../common/isLocale.ts';
export type {
  Language,
  MessageArea,
  MessageArgs,
  Texts,
  Translate,
  Translation,
  WritingDirection,
} from './Messages.types.ts';
export { type MessagePart, parseMessage } from './parseMessage.ts';
export { pickLanguage } from './pickLanguage.ts';
export { translator } from './translator.ts';
