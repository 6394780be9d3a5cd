import { usageError } from './CliError.ts';

/** Parses one of several words, before a request is sent. */
export function readChoice<Word extends string>(
  given: string | undefined,
  flag: string,
  words: readonly Word[],
): Word | undefined {
  const found = words.find((word) => word === given);
  if (given === undefined || found !== undefined) return found;
  throw usageError(
    `"${given}" does not fit ${flag}.`,
    `Use ${words.slice(0, -1).join(', ')} or ${words.at(-1)}, for example ${flag}=${words[0]}.`,
  );
}
