import { isTestCode } from './importGraph.ts';
import { withoutComments } from './withoutComments.ts';
import type { SourceFile } from './WorkspacePackage.ts';

/** Signs of engine-specific code: engine names, and SQL that one of the engines does not support. */
const SIGNS = [
  /\bengine\b/,
  /\b(sqlite|postgres)\b(?!:\/\/)/i,
  /\bjsonb?_\w+ ?\(|\bCAST\(\? AS JSONB\)|->>|\bUNNEST ?\(|\bANY ?\(\?/i,
  /\bFOR (NO KEY )?(UPDATE|SHARE)\b|\bSKIP LOCKED\b|\bIS DISTINCT FROM\b/,
  /\?::\w+|\bpg_\w+|\bPRAGMA\b|\browid\b|\bWITHOUT ROWID\b|\bINSERT OR (IGNORE|REPLACE)\b|\bLATERAL\b/,
];

/** Checks whether other processes may use the database, which amounts to checking the engine. */
const ASKS = /\bisShared\b/;

/** The one file that may check: it chooses the implementations and injects them. */
const CHOOSES = 'chooseNodes.ts';

/** The files that open the server's storage, and so name an engine. */
const OPENS = /^[^/]+$|^config\//;

/** Every engine-specific line outside of `storage/`, one sentence each; comments and tests are exempt. */
export function engineViolations(sources: readonly SourceFile[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const [, file] = /^src\/(.*)$/.exec(path) ?? [];
    if (file === undefined || isTestCode(file)) return [];
    if (file.startsWith('storage/')) return [];
    const refused = [...(OPENS.test(file) ? [] : SIGNS), ...(file === CHOOSES ? [] : [ASKS])];
    return withoutComments(text)
      .split('\n')
      .flatMap((line, at) => {
        const sign = refused.map((each) => each.exec(line)?.[0]).find((each) => each !== undefined);
        return sign === undefined
          ? []
          : `${file}:${at + 1} says "${sign}", which only storage/ may.`;
      });
  });
}
