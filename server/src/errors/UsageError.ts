import { nearestWord } from '@host/contracts';

/** A command that was given something it does not know: what is wrong, then how it is used. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(problem: string, help: string) {
    super(`${problem}\n\n${help.trimEnd()}`);
  }
}

/** Says that a word of a command line is not known, which words are, and which one was probably meant. */
export function unknownWord(
  command: string,
  kind: 'command' | 'option' | 'secret',
  given: string,
  known: readonly string[],
): string {
  const nearest = nearestWord(given, known);
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `${command}: there is no ${kind} "${given}". Use ${known.length > 1 ? 'one of ' : ''}${known.join(', ')}.${meant}`;
}
