import { isTestCode } from './importGraph.ts';
import { withoutComments } from './withoutComments.ts';
import type { SourceFile } from './WorkspacePackage.ts';

/** Listening to what any node changes, whatever the database is called there. */
const LISTENS = /\.onChange\(/;

/**
 * Every file of the server that listens to changes by hand, one sentence each, besides those that may. What was read before
 * a change and kept after it stays wrong for ever: `ChangeCache` counts changes, so that this cannot happen.
 */
export function changeViolations(
  sources: readonly SourceFile[],
  allowed: readonly string[],
): string[] {
  return sources.flatMap(({ path, text }) => {
    const [, file] = /^src\/(.*)$/.exec(path) ?? [];
    if (file === undefined || isTestCode(file) || file.startsWith('storage/')) return [];
    if (allowed.includes(file) || !LISTENS.test(withoutComments(text))) return [];
    return `${file} listens to changes by hand: use ChangeCache.`;
  });
}
