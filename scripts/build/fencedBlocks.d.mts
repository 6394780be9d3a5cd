/** A fenced code block of a Markdown text: its language (empty without one), its text, and the line that it starts on. */
export interface FencedBlock {
  language: string;
  text: string;
  line: number;
}
export function fencedBlocks(markdown: string): FencedBlock[];
