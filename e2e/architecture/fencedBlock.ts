import { fencedBlocks } from '../../scripts/build/fencedBlocks.mjs';

/** The first fenced block of a Markdown text in which a line starts with `start`; undefined if there is none. */
export function fencedBlock(markdown: string, start: string): string | undefined {
  return fencedBlocks(markdown).find(({ text }) =>
    text.split('\n').some((line) => line.startsWith(start)),
  )?.text;
}
