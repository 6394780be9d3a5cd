import { isTestCode } from './importGraph.ts';
import { withoutComments } from './withoutComments.ts';
import type { SourceFile } from './WorkspacePackage.ts';

/** A call of the global function; methods of the same name do not count. */
const CALL = /(?<![\w.#$]|\basync )fetch\(|\b(?:globalThis|window|self)\.fetch\b/;

/**
 * Every file that calls `fetch` directly, one sentence each, besides those that may. Requests through an exchange or a
 * transport have a timeout, do not follow redirects with a token, and have their status checked.
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
