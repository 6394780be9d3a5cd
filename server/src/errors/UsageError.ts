import { nearestWord } from '@host/contracts';

/** Wrong use of a command: says what is wrong, then how the command is used. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(problem: string, help: string) {
    super(`${problem}\n\n${help.trimEnd()}`);
  }
}

/** Describes an unknown word on the command line: the known ones, and the one that was probably meant. */
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
