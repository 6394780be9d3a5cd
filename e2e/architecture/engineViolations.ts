import { isTestCode } from './importGraph.ts';
import { withoutComments } from './withoutComments.ts';
import type { SourceFile } from './WorkspacePackage.ts';

/** What only code that knows an engine says: which one it is, and SQL that one of them does not speak. */
const SIGNS = [
  /\bengine\b/,
  /\b(sqlite|postgres)\b(?!:\/\/)/i,
  /\bjsonb?_\w+ ?\(|\bCAST\(\? AS JSONB\)|->>|\bUNNEST ?\(|\bANY ?\(\?/i,
  /\bFOR (NO KEY )?(UPDATE|SHARE)\b|\bSKIP LOCKED\b|\bIS DISTINCT FROM\b/,
  /\?::\w+|\bpg_\w+|\bPRAGMA\b|\browid\b|\bWITHOUT ROWID\b|\bINSERT OR (IGNORE|REPLACE)\b|\bLATERAL\b/,
];

/** Asks whether other processes may use the database, which is to know an engine by another name. */
const ASKS = /\bisShared\b/;

/** The one file that asks: it chooses what is told apart by it, and hands that to what stands below. */
const CHOOSES = 'chooseNodes.ts';

/** The files that open the server's storage, and so name an engine. */
const OPENS = /^[^/]+$|^config\//;

/** Every line that knows an engine outside of `storage/`, one sentence each; comments and tests may. */
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
