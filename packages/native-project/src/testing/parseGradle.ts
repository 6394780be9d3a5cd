/** A block of a Gradle file: its own lines, and the blocks in it by name. */
export interface GradleBlock {
  lines: string[];
  blocks: Record<string, GradleBlock>;
}

/** Parses a Gradle file as far as tests need: which line is in which block. Comments are dropped. */
export function parseGradle(text: string): GradleBlock {
  const root: GradleBlock = { lines: [], blocks: {} };
  const open = [root];
  for (const line of withoutComments(text)) {
    const [, name] = /^([^{}]+?)\s*\{$/.exec(line) ?? [];
    if (name !== undefined) {
      const block: GradleBlock = { lines: [], blocks: {} };
      open.at(-1)!.blocks[name] = block;
      open.push(block);
    } else if (line.startsWith('}')) {
      open.pop();
      if (line.endsWith('{')) open.push({ lines: [], blocks: {} });
    } else open.at(-1)!.lines.push(line);
  }
  if (open.length !== 1) throw new Error(`${open.length - 1} blocks are not closed.`);
  return root;
}

function withoutComments(text: string): string[] {
  return text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\/\/.*$/, '').trim())
    .filter((line) => line !== '');
}
