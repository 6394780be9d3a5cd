import * as z from 'zod/mini';
import { en } from 'zod/locales';

import { nearestWord } from './nearestWord.ts';

/** How much of a wrong value is repeated. */
const SHOWN_LENGTH = 60;

/**
 * Says what is wrong with a value, for people who wrote it themselves: without it a schema says "Invalid input" wherever it
 * has no words of its own.
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
