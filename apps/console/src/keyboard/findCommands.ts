/** Something that can be found by its words and done. */
export interface Command {
  title: string;
  /** Found by it, too. */
  hint: string;
  run: () => void;
}

const MAX_FOUND = 12;

/** The commands that a text means, the best first: its words begin a word of the title, of the hint, or stand in them. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return commands.slice(0, MAX_FOUND);
  const ranked = commands.map((command) => ({ command, rank: rankOf(command, wanted) }));
  return ranked
    .filter(({ rank }) => rank < Infinity)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MAX_FOUND)
    .map(({ command }) => command);
}

function rankOf({ title, hint }: Command, wanted: string): number {
  const [name, more] = [title.toLowerCase(), hint.toLowerCase()];
  if (name.startsWith(wanted)) return 0;
  if (name.split(/\W+/).some((word) => word.startsWith(wanted))) return 1;
  if (more.split(/\W+/).some((word) => word.startsWith(wanted)) || more.startsWith(wanted))
    return 2;
  return name.includes(wanted) || more.includes(wanted) ? 3 : Infinity;
}
