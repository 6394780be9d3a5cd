import { readFile, writeFile } from 'node:fs/promises';

import type { Row, Section } from './Section.types.ts';

const HEAD = `# What was measured

Written by \`pnpm bench [name…]\`. Each section comes from one run, in which ours and the peer took turns on the same
machine; only ratios carry over to another one, and not to another kind: Node and programs in C do not slow down alike.
What was measured elsewhere than on x64 says so in its title. CPU is the processor time of the server's process for one
request: what else runs on the machine disturbs it least.
`;

/** The title of a section, which is specific to the CPU architecture. */
const titleOf = (name: string) => (process.arch === 'x64' ? name : `${name} on ${process.arch}`);

/** Writes sections into the report; those of other benchmarks are kept. */
export async function writeReport(
  file: string,
  order: readonly string[],
  measured: ReadonlyMap<string, { section: Section; facts: string }>,
): Promise<void> {
  const sections = parse(await readFile(file, 'utf8').catch(() => ''));
  for (const [name, { section, facts }] of measured) {
    sections.set(titleOf(name), render(section, facts));
  }
  const texts = order.flatMap((name) =>
    [...sections]
      .filter(([title]) => title === name || title.startsWith(`${name} on `))
      .toSorted(([one], [other]) => one.length - other.length)
      .map(([title, text]) => `## ${title}\n\n${text.trim()}\n`),
  );
  await writeFile(file, [HEAD, ...texts].join('\n'));
}

/** One line for each row, for the terminal. */
export function summarise(section: Section): string[] {
  return section.rows.map(
    (row) => `${verdict(row).padEnd(7)} ${row.what}: ${row.ratio.toFixed(2)} ${goalOf(row)}`,
  );
}

function parse(report: string): Map<string, string> {
  const parts = report.split(/^## (.+)$/m).slice(1);
  const sections = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2) sections.set(parts[at]!, parts[at + 1]!);
  return sections;
}

function render({ how, rows, tables = [] }: Section, facts: string): string {
  const comparisons = table(
    ['what', 'ours', 'peer', 'ratio', 'goal', ''],
    rows.map((row) => [
      row.what,
      row.measured,
      row.peer,
      row.ratio.toFixed(2),
      goalOf(row),
      verdict(row),
    ]),
  );
  const others = tables.map(
    ({ title, head, rows: lines }) => `### ${title}\n\n${table(head, lines)}`,
  );
  const compared = rows.length > 0 ? [comparisons] : [];
  return [how, facts, ...compared, ...others].join('\n\n');
}

/** A Markdown table, padded as by the repository's formatter. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((cells) => cells[column]!.length)),
  );
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!, fill)).join(' | ')} |`;
  const rule = line(
    head.map(() => ''),
    '-',
  );
  return [line(head), rule, ...rows.map((cells) => line(cells))].join('\n');
}

function goalOf({ goal }: Row): string {
  if (!goal) return '';
  return 'atLeast' in goal ? `at least ${goal.atLeast}` : `below ${goal.below}`;
}

function verdict({ goal, ratio }: Row): string {
  if (!goal) return '';
  return ('atLeast' in goal ? ratio >= goal.atLeast : ratio < goal.below) ? 'met' : 'MISSED';
}
