import { UsageError, unknownWord } from '../errors/UsageError.ts';

/** The arguments after the command: at most one positional word, and boolean options. */
export interface Arguments<Option extends string> {
  word: string | undefined;
  options: ReadonlySet<Option>;
  isHelp: boolean;
}

/** Parses the arguments of a command; throws a UsageError for unknown ones. */
export function parseArguments<Option extends string>(
  args: readonly string[],
  { command, known, help }: { command: string; known: readonly Option[]; help: string },
): Arguments<Option> {
  const given = args.filter((arg) => arg.startsWith('-'));
  const isHelp = given.includes('--help') || given.includes('-h');
  const isKnown = (arg: string): arg is Option => (known as readonly string[]).includes(arg);
  const unknown = given.find((arg) => !isKnown(arg) && arg !== '--help' && arg !== '-h');
  if (unknown !== undefined) {
    throw new UsageError(unknownWord(command, 'option', unknown, [...known, '--help']), help);
  }
  const [word, second] = args.filter((arg) => !arg.startsWith('-'));
  if (second !== undefined) throw new UsageError(`${command}: "${second}" is too much.`, help);
  return { word, options: new Set(given.filter(isKnown)), isHelp };
}
