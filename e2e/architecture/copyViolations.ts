import { isTestCode } from './importGraph.ts';
import { withoutComments } from './withoutComments.ts';
import type { WorkspacePackage } from './WorkspacePackage.ts';

/** What exists once: how a copy would look, where the original is, and what to use instead of a copy. */
export const ORIGINALS = [
  {
    // By its name, or by what it is made of; a hook that reads one is none.
    sign: /\b(?:function|class|interface)\s+(?!use)\w*observable\b|\bnew Set<\(\) => void>[^]*\bsubscribe\b/i,
    place: 'packages/contracts/src/common/createObservable.ts',
    does: 'has an observable of its own',
    use: 'createObservable',
  },
  {
    sign: /\/\^\(?bearer\b|\b(?:startsWith|slice|split|replace|match)\(\s*['"`]bearer\b|['"`]bearer ['"`]\.length/i,
    place: 'server/src/http/headers/bearerIn.ts',
    does: 'parses an Authorization header',
    use: 'bearerIn',
  },
  {
    sign: /\bLIMITS\.idempotencyKeyLength\b/,
    place: 'server/src/http/headers/idempotencyKey.ts',
    does: 'checks the form of an Idempotency-Key',
    use: 'isIdempotencyKey',
  },
  {
    sign: /['"`]idempotency-key['"`]\]?\s*[:=](?!=)/i,
    place: 'packages/api-client/src/transport/idempotencyHeader.ts',
    does: 'sets the header Idempotency-Key',
    use: 'idempotencyHeader, or an API client',
  },
  {
    sign: /\bstrategy:\s*['"`]loaded-first['"`]|\bshareConfig:\s*\{/,
    place: 'packages/contracts/src/mini-apps/shareEntry.ts',
    does: 'writes an entry of a share scope',
    use: 'shareEntry',
  },
] as const;

/** Every file that has a copy of what exists once, one sentence each. */
export function copyViolations(workspace: readonly WorkspacePackage[]): string[] {
  return workspace.flatMap(({ folder, sources }) =>
    sources.flatMap(({ path, text }) => {
      if (isTestCode(path)) return [];
      const file = `${folder}/${path}`;
      const code = withoutComments(text);
      return ORIGINALS.filter(({ place, sign }) => place !== file && sign.test(code)).map(
        ({ does, use, place }) => `${file} ${does}: use ${use} (${place}).`,
      );
    }),
  );
}
