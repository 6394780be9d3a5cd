/** The targets of a Podfile with their lines, and the lines outside of targets. */
export interface Podfile {
  lines: string[];
  targets: Record<string, string[]>;
}

/** Parses a Podfile as far as tests need: `do` and `if` open a block, `end` closes it. */
export function parsePodfile(text: string): Podfile {
  const podfile: Podfile = { lines: [], targets: {} };
  const open: string[][] = [podfile.lines];
  for (const raw of text.split('\n')) {
    const line = raw.replace(/^\s*#.*$/, '').trim();
    if (line === '') continue;
    const lines = open.at(-1)!;
    const [, target] = /^target '([^']+)' do$/.exec(line) ?? [];
    if (target !== undefined) open.push((podfile.targets[target] = []));
    else if (line === 'end') open.pop();
    else {
      lines.push(line);
      // Lines in other blocks belong to the enclosing target.
      if (/^if | do( \|\w+\|)?$/.test(line)) open.push(lines);
    }
  }
  if (open.length !== 1) throw new Error(`${open.length - 1} blocks are not closed.`);
  return podfile;
}
