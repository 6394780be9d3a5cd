import * as z from 'zod/mini';
import { en } from 'zod/locales';

import { nearestWord } from './nearestWord.ts';

/** How many characters of a wrong value an error quotes. */
const SHOWN_LENGTH = 60;

/**
 * Explains what is wrong with a value to the person who wrote it. Without this, a schema says "Invalid input" wherever it has
 * no message of its own.
 *
 * @example z.safeParse(Manifest, value, { error: explainIssue })
 */
export const explainIssue: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_value'
    ? explainChoice(issue.input, issue.values)
    : en().localeError(issue);

function explainChoice(input: unknown, values: readonly z.core.util.Primitive[]): string {
  const words = values.map(String);
  const nearest = typeof input === 'string' ? nearestWord(input, words) : undefined;
  const choice = words.length === 1 ? `is not ${words[0]}` : `is none of ${words.join(', ')}`;
  return `${shown(input)} ${choice}${nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`}`;
}

function shown(input: unknown): string {
  const text = JSON.stringify(input) ?? 'what is missing';
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH)}…`;
}
