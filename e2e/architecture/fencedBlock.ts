/** The first fenced block of a Markdown text in which a line starts with `start`, or undefined when there is none. */
export function fencedBlock(markdown: string, start: string): string | undefined {
  const blocks = [...markdown.matchAll(/^```[^\n]*\n([^]*?)^```/gm)].map(
    ([, block]) => block ?? '',
  );
  return blocks.find((block) => block.split('\n').some((line) => line.startsWith(start)));
}
