import type { TokenAccess } from '@host/contracts';

import { connectIfLoggedIn } from '../../account/connect.ts';
import { CLEAR_OPTION, clearCache } from '../../build/clearCache.ts';
import { type CheckReport, checkProject } from '../../check/checkProject.ts';
import { DEFAULT_BUDGET } from '../../check/checkSize.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { choosePlatforms } from '../../project/choosePlatforms.ts';
import { parseManifest, readManifestText } from '../../project/MiniAppProject.ts';
import { readBudget } from '../../project/readBudget.ts';
import { showCheck, showVerdict } from './showCheck.ts';

interface CheckCommandOptions {
  platform?: string;
  budget?: string;
  clear?: boolean;
}

export const checkCommand = defineCommand<CheckCommandOptions>({
  name: 'check',
  summary: 'find out whether the mini-app can be published',
  description:
    'Checks manifest, entry component and permissions, builds it, checks sizes and structure, and executes the mini-app for ios and android on V8 and on Hermes, without a phone. fixtures.json says who is signed in and what the api answers. When you are logged in, it also says whether the mini-app calls the path that it has on the server.',
  options: [
    [
      '-p, --platform <name>',
      'ios, android, web, several with commas, or all, which is the default',
    ],
    ['--budget <size>', 'how large each archive may be, 1MB by default'],
    CLEAR_OPTION,
  ],
  examples: [
    ['miniapp check', 'everything'],
    ['miniapp check --budget 300kB', 'with a stricter limit'],
    ['miniapp check --json > report.json', 'for CI; the exit code is 1 when something is wrong'],
  ],
  writesBuild: true,
  async run({ cwd, env, out }, { options }) {
    const platforms = choosePlatforms(options.platform ?? 'all');
    const budget = options.budget === undefined ? DEFAULT_BUDGET : readBudget(options.budget);
    await clearCache(cwd, options);
    const access = await accessIfLoggedIn(env, cwd);
    const report = await checkProject(cwd, { platforms, budget, access }, out, (name, soFar) =>
      showCheck(out, name, soFar, budget),
    );
    showVerdict(out, report);
    return { failed: !report.ok, json: checkJson(report, budget) };
  },
});

/** What the server knows of the mini-app; undefined without a login, or if it does not answer. */
async function accessIfLoggedIn(
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<TokenAccess | undefined> {
  const connection = await connectIfLoggedIn(env);
  if (!connection) return undefined;
  const parsed = parseManifest(await readManifestText(cwd));
  if (!('manifest' in parsed)) return undefined;
  return connection.client.getAccess(parsed.manifest.appId).catch(() => undefined);
}

/** The result of a check for `--json`. */
export function checkJson({ manifest, ...report }: CheckReport, budget: number): object {
  return {
    appId: manifest?.appId ?? null,
    version: manifest?.version ?? null,
    checks: report.checks,
    findings: report.findings,
    budget,
    archives: report.archives.map(({ platform, size, sha256 }) => ({ platform, size, sha256 })),
    runs: report.runs,
  };
}
