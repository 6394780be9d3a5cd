import {
  ConsentAnswer,
  DeviceCredentials,
  DeviceRegistration,
  PushAcknowledgement,
  PushMessage,
  ResetLinkRequest,
  ScheduledNotification,
  ServerKeyRequest,
  SignInRequest,
  SigningKeyReplacement,
  Topic,
  Translations,
  UnreadCount,
  readLiveClientMessage,
  readLiveServerMessage,
} from '@host/contracts';

import { fencedBlocks } from '../../scripts/build/fencedBlocks.mjs';
import { inlineCode } from './inlineCode.ts';

/** A value that a page shows as JSON: in a block, as the body of a command, or in a sentence. */
interface ShownJson {
  place: string;
  value: unknown;
}

type Shown = Record<string, unknown>;
type Schema = { safeParse: (value: unknown) => { success: boolean } };

const fits = (schema: Schema, rest: object = {}) => {
  return (value: Shown) => schema.safeParse({ ...rest, ...value }).success;
};
const ANN = { email: 'ann@example.com', password: 'correct horse battery' };
const isLive = (value: Shown) => {
  const text = JSON.stringify(value);
  return (readLiveServerMessage(text) ?? readLiveClientMessage(text)) !== undefined;
};

/**
 * The schemas for JSON with these leading keys. If a page shows only some keys of a body, the others are added here.
 */
const SCHEMAS: readonly [keys: RegExp, isRight: (value: Shown) => boolean][] = [
  [/^type\b/, (value) => Object.keys(value).length === 1 || isLive(value)],
  [/^token key$/, fits(DeviceCredentials)],
  [/^token platform$/, fits(DeviceRegistration)],
  [
    /^topics$/,
    ({ topics }) => (topics as unknown[]).every((each) => Topic.safeParse(each).success),
  ],
  [/^cursor\b/, fits(PushAcknowledgement)],
  [/^id reason$/, (held) => fits(PushAcknowledgement)({ cursor: 0, held: [held] })],
  [/^unreadCount$/, fits(UnreadCount)],
  [/^sendAt\b/, fits(ScheduledNotification)],
  [/^(?:to|condition|registration_ids)\b/, fits(PushMessage)],
  [/^revokeOld$/, fits(SigningKeyReplacement)],
  [/^transport$/, fits(SignInRequest, ANN)],
  [/^state$/, fits(ConsentAnswer)],
  [/^email$/, fits(ResetLinkRequest)],
  [/^name scopes\b/, fits(ServerKeyRequest)],
  [/^miniApps$/, fits(ServerKeyRequest, { name: 'Shop', scopes: ['send'] })],
  [/^translations$/, ({ translations }) => Translations.safeParse(translations).success],
];
/** App configuration, which the compiler checks: see `jsonSnippet`. */
const COMPILED = /^(?:name displayName expo|expo|plugins|push|exactAlarms|user api steps)$/;
/** Of Expo itself. */
const OF_OTHERS = /^de$/;

/** All JSON on a page, except what is elided with an ellipsis. */
export function shownJson(page: string, markdown: string): ShownJson[] {
  const ofBlocks = fencedBlocks(markdown).flatMap((block) =>
    jsonIn(block).map((text) => ({ place: `${page}:${block.line}`, text })),
  );
  const ofSentences = inlineCode(markdown).map((text) => ({ place: `${page}: ${text}`, text }));
  return [...ofBlocks, ...ofSentences].flatMap(({ place, text }) => {
    const value = parse(text) ?? parse(`{${text}}`);
    if (typeof value !== 'object' || value === null) return [];
    const values: unknown[] = Array.isArray(value) ? value : [value];
    // Lists of words, as of languages, have no keys.
    return values.flatMap((each) => (typeof each === 'object' ? { place, value: each } : []));
  });
}

/** What is wrong with JSON on a page; undefined if it is valid or left to the compiler. */
export function jsonProblem(value: unknown): string | undefined {
  const keys = Object.keys(value as Shown).join(' ');
  if (keys === '' || COMPILED.test(keys) || OF_OTHERS.test(keys)) return undefined;
  const [, isRight] = SCHEMAS.find(([pattern]) => pattern.test(keys)) ?? [];
  if (!isRight) return `no schema is known for ${keys}`;
  return isRight(value as Shown) ? undefined : 'it does not fit its schema';
}

function jsonIn({ language, text }: { language: string; text: string }): string[] {
  if (language === 'json') return [text];
  if (language === 'sh') {
    return [...text.matchAll(/(?:-d|--data) '(\{[^']*\})'/g)].map(([, body]) => body!);
  }
  if (language !== '') return [];
  // A frame, or a request with its body below it.
  const [json] = /^\{"[^]*?\}$(?!\n[ {])/m.exec(text) ?? [];
  return json === undefined ? [] : [json];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
