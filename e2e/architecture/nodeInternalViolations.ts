import { isTestCode } from './importGraph.ts';
import type { SourceFile } from './WorkspacePackage.ts';

/** Undocumented internals of Node, which may be gone in the next version. */
const SIGN =
  /\b_(handle|httpMessage|initPaths|parent|server|events|readableState|writableState|resolveFilename|load|extensions)\b|\bexecutionAsyncResource\b|\bprocess\.binding\b|\bgetOwnPropertySymbols\b/;

/** Every file but one that uses undocumented internals of Node, one sentence each. */
export function nodeInternalViolations(
  sources: readonly SourceFile[],
  place: string | undefined,
): string[] {
  return sources.flatMap(({ path, text }) => {
    const found = SIGN.exec(text)?.[0];
    if (found === undefined || path === place) return [];
    if (!path.startsWith('src/') || isTestCode(path)) return [];
    return place === undefined
      ? `${path} uses ${found}, which Node does not promise.`
      : `${path} uses ${found}, which Node does not promise: only ${place} may.`;
  });
}
