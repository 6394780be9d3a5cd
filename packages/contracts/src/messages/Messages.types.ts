/** The values of the placeholders of a message. */
export type MessageArgs = Readonly<Record<string, string | number | Date>>;

/** Texts by key. */
export type Texts<Key extends string = string> = Readonly<Record<Key, string>>;

/** The texts of one part of an app: its name, and its English texts. */
export interface MessageArea<Name extends string = string, Key extends string = string> {
  readonly name: Name;
  readonly texts: Texts<Key>;
}

/** The texts of areas in another language, by area and key: leaving one out does not compile. */
export type Translation<Area extends MessageArea> = {
  readonly [Each in Area as Each['name']]: Texts<keyof Each['texts'] & string>;
};

/** The direction in which a language is written. */
export type WritingDirection = 'ltr' | 'rtl';

/** The language of an app: the locale of its numbers and dates, and its translated texts. */
export interface Language {
  /** A tag as browsers have it, `de-AT`. */
  readonly locale: string;
  readonly direction: WritingDirection;
  /** The texts by area and key; English is the fallback for missing ones. */
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Returns the text of a key in a language. */
export type Translate<Key extends string = string> = (key: Key, args?: MessageArgs) => string;
