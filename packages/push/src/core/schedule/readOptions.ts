import {
  type LocalNotificationOptions,
  POINT_IN_TIME,
  fieldsOf,
  isPointInTime,
  isText,
} from '@host/contracts';

import { PushError } from '../PushError.ts';

/** The validation of each field, and its description for errors. */
const FIELDS: Record<string, readonly [isRight: (value: unknown) => boolean, words: string]> = {
  title: [isText, 'a text'],
  body: [isText, 'a text'],
  scheduledAt: [isPointInTime, POINT_IN_TIME],
  data: [(value) => value === undefined || fieldsOf(value) !== undefined, 'an object'],
  repeatType: [(value) => [undefined, 'day', 'week'].includes(value as string), 'day or week'],
  category: [isIdIfGiven, 'the id of a category'],
  channelId: [isIdIfGiven, 'the id of a channel'],
};

function isIdIfGiven(value: unknown): boolean {
  return value === undefined || (isText(value) && value !== '');
}

/** Validates the options of `schedule`, which may come from a mini-app; throws an error that lists all problems. */
export function readOptions(given: LocalNotificationOptions): LocalNotificationOptions {
  const fields = fieldsOf(given) ?? {};
  const problems = Object.keys({ ...FIELDS, ...fields }).flatMap((name) => {
    const [isRight, words] = Object.hasOwn(FIELDS, name) ? FIELDS[name]! : [];
    if (isRight?.(fields[name])) return [];
    return `${name}: ${words === undefined ? 'there is no such option' : `expected ${words}`}`;
  });
  if (problems.length === 0) return given;
  throw new PushError('invalid-argument', problems.join('; '));
}
