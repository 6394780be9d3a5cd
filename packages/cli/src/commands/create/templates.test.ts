import { execFile } from 'node:child_process';
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
      await run([join(cwd, 'node_modules/typescript/bin/tsc')], cwd);
      // A process of its own, as `npm test` starts one.
      const runner = join(cwd, 'node_modules/vitest/vitest.mjs');
      const { stdout } = await run([runner, 'run'], cwd);
      expect(stdout).toMatch(/Tests {2}\d passed/);
    },
    PATIENCE_MS,
  );
});

function run(args: string[], cwd: string) {
  const env = { PATH: process.env['PATH'], NO_COLOR: '1' };
  return promisify(execFile)(process.execPath, args, { cwd, env });
}
