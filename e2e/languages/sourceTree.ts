import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from '@babel/parser';

/** A node of a syntax tree, as far as it is looked at. */
export interface SyntaxNode {
  type: string;
  [field: string]: unknown;
}

/** The paths below a folder whose sources people may get to read: no tests, no translations. */
export async function sourcesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(?:^|\/)(?:languages|testing)\//.test(file),
    )
    .map((file) => join(folder, file))
    .toSorted();
}

const trees = new Map<string, SyntaxNode>();

/** The syntax tree of a file. */
export async function treeOf(file: string): Promise<SyntaxNode> {
  const tree = trees.get(file) ?? parseTree(await readFile(file, 'utf8'), file.endsWith('x'));
  trees.set(file, tree);
  return tree;
}

/** The syntax tree of a text. */
export function parseTree(text: string, isJsx: boolean): SyntaxNode {
  const { program } = parse(text, {
    sourceType: 'module',
    plugins: ['typescript', ...(isJsx ? (['jsx'] as const) : [])],
  });
  return program as unknown as SyntaxNode;
}

/** Visits a node and what is below it, unless `visit` says not to. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => boolean): void {
  if (!visit(node)) return;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit);
    }
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
