import { isTestCode } from './importGraph.ts';
import { withoutComments } from './withoutComments.ts';
import type { SourceFile } from './WorkspacePackage.ts';

/** A call of the global function; what has a method of this name is something else. */
const CALL = /(?<![\w.#$]|\basync )fetch\(|\b(?:globalThis|window|self)\.fetch\b/;

/**
 * Every file that calls `fetch` by hand, one sentence each, besides those that may. What goes through an exchange or a
 * transport ends in time, follows no redirection with a token, and has its status looked at.
 */
export function fetchViolations(
  sources: readonly SourceFile[],
  allowed: readonly string[],
): string[] {
  return sources.flatMap(({ path, text }) => {
    if (!path.startsWith('src/') || isTestCode(path) || allowed.includes(path)) return [];
    const calls = CALL.test(withoutComments(text));
    return calls ? `${path} calls fetch by hand: use createExchange or an API client.` : [];
  });
}
