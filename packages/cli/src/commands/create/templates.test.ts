import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { linkProject } from '../../testing/linkProject.ts';
import { miniapp } from '../../testing/miniapp.ts';
import { TEMPLATES, type TemplateName } from './templates.ts';

const PATIENCE_MS = 240_000;
const IDENTITY = { appId: 'com.acme.sample', name: 'Sample' };

describe.each(Object.keys(TEMPLATES) as TemplateName[])('the template %s', (template) => {
  it(
    'passes the check for every platform as it is, its types and its own test',
    async () => {
      const cwd = await linkProject(IDENTITY, { template });
      const checked = await miniapp(['check', '--json'], { cwd });
      expect(checked.json()).toMatchObject({ ok: true, findings: [] });
      await writeFile(join(cwd, 'src/wrong.ts'), "export const wrong: number = 'a text';\n");
      expect(await typeErrorsOf(cwd)).toEqual([expect.stringContaining('src/wrong.ts(1,14)')]);
      // A process of its own, as `npm test` starts one.
      const runner = join(cwd, 'node_modules/vitest/vitest.mjs');
      const { stdout } = await run([runner, 'run'], cwd);
      expect(stdout).toMatch(/Tests {2}\d passed/);
    },
    PATIENCE_MS,
  );
});

/**
 * What the compiler says of the project's own files. Here the packages are linked as their sources, which other settings are
 * for; a project with installed packages has all of its types checked in `published.test.ts`.
 */
async function typeErrorsOf(cwd: string): Promise<string[]> {
  const tsc = join(cwd, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run([tsc], cwd).catch((failed: { stdout: string }) => failed);
  return stdout.split('\n').filter((line) => /^(?:src|test)\//.test(line));
}

function run(args: string[], cwd: string) {
  const env = { PATH: process.env['PATH'], NO_COLOR: '1' };
  return promisify(execFile)(process.execPath, args, { cwd, env });
}
