import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { whyNoHermes } from '@host/headless-host';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Finding } from '../../check/Finding.types.ts';
import type { EngineRun } from '../../check/run/checkRuns.ts';
import { edit } from '../../testing/edit.ts';
import { linkProject } from '../../testing/linkProject.ts';
import { miniapp } from '../../testing/miniapp.ts';

interface Report {
  ok: boolean;
  checks: string[];
  findings: Finding[];
  runs: EngineRun[];
}

let root: string;
beforeAll(async () => {
  root = await linkProject();
});

const check = (...args: string[]) => miniapp(['check', ...args], { cwd: root });
/** Without ios and android nothing is executed, and little is built. */
const checkText = async () => {
  const result = await check('--platform', 'web', '--json');
  return { ...result, report: result.json() as unknown as Report };
};

/** Changes a file while something is looked at. */
async function withEdit<Value>(
  [file, from, to]: [string, string, string],
  look: () => Promise<Value>,
): Promise<Value> {
  await edit(root, file, from, to);
  try {
    return await look();
  } finally {
    await edit(root, file, to, from);
  }
}

describe('miniapp check', () => {
  it('accepts the template, with a line for every check', async () => {
    const { code, stdout, stderr } = await check('--platform', 'web');
    expect(stdout).toMatch(/^✔ manifest +com\.acme\.sample 0\.1\.0\n✔ entry /);
    expect(stdout).toMatch(/✔ permissions +storage, analytics, user, network\n/);
    expect(stdout).toMatch(/✔ size +web \d+\.\d kB of 1\.00 MB\n/);
    expect(stdout).toMatch(/\n✔ Sample 0\.1\.0 has no errors so far\n$/);
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it.each<[string, [string, string, string], Partial<Finding>]>([
    [
      'a source that does not parse',
      ['src/App.tsx', '<ToastProvider>', '<>'],
      { code: 'syntax-error', file: 'src/App.tsx' },
    ],
    [
      'a navigation container without independent',
      ['src/App.tsx', 'NavigationContainer independent theme', 'NavigationContainer theme'],
      { code: 'not-independent', file: 'src/App.tsx', line: 15 },
    ],
    [
      'the toast provider of somebody else',
      [
        'src/App.tsx',
        `ToastProvider } from '@host/kit'`,
        `Card as ToastProvider } from '@host/kit'`,
      ],
      { code: 'no-toast-provider', file: 'src/App.tsx', line: 11 },
    ],
    [
      'a permission that is not declared',
      ['manifest.json', '"network"', '"device"'],
      { code: 'permission-undeclared', file: 'src/services/items.ts', line: 9 },
    ],
    [
      'a manifest that does not fit',
      ['manifest.json', '"minHostVersion": "1.0.0"', '"minHostVersion": "new"'],
      { code: 'manifest-invalid', file: 'manifest.json', line: 8 },
    ],
    [
      'fixtures that are not JSON',
      ['fixtures.json', '"user":', 'user:'],
      { code: 'fixtures-invalid', file: 'fixtures.json' },
    ],
  ])('refuses %s, with the line and the fix', async (_name, change, expected) => {
    const { report, code } = await withEdit(change, checkText);
    expect(report.ok).toBe(false);
    const finding = report.findings.find((one) => one.code === expected.code);
    expect(finding).toMatchObject({ severity: 'error', ...expected });
    expect(finding?.fix).toMatch(/^\S.+[.`}]$/s);
    expect(code).toBe(1);
  });

  it('shows a finding with its place, what is wrong, and the fix', async () => {
    const { stdout } = await withEdit(['manifest.json', '"network"', '"device"'], () =>
      check('-p', 'web'),
    );
    expect(stdout).toContain(
      [
        '✖ permissions',
        '    src/services/items.ts:9',
        '    error `api` needs the permission "network", which manifest.json does not declare.',
        '      Add "network" to "permissions" in manifest.json.',
        '    manifest.json',
        '    warning manifest.json declares "device", and nothing uses it.',
        '      Remove it: people are asked for what a mini-app declares.',
        '',
      ].join('\n'),
    );
    expect(stdout).toMatch(/\n✖ 1 error and 1 warning\n$/);
  });

  it('holds every archive against a budget', async () => {
    const { code, stdout } = await check('-p', 'web', '--budget', '5kB');
    expect(stdout).toMatch(/error web\.zip has .+ more than the budget of 5\.0 kB; the largest/);
    expect(code).toBe(1);
    expect((await check('--budget', 'small')).code).toBe(2);
  });

  it('says what does not build', async () => {
    const { report } = await withEdit(
      ['src/services/items.ts', `from '@host/miniapp-sdk'`, `from './missing'`],
      checkText,
    );
    expect(report.findings).toContainEqual(
      expect.objectContaining({ code: 'build-failed', file: 'src/services/items.ts' }),
    );
  });

  it('says that there is nothing to check', async () => {
    const { code, stderr } = await miniapp(['check'], { cwd: join(root, 'src') });
    expect(stderr).toContain('There is no manifest.json in');
    expect(code).toBe(1);
  });
});

describe('miniapp check, executing the mini-app', () => {
  const run = async () => {
    const result = await check('--platform', 'ios,android', '--json');
    const report = result.json() as unknown as Report;
    // A machine without Hermes says so every time.
    const findings = report.findings.filter(({ code }) => code !== 'hermes-missing');
    expect(findings.length < report.findings.length).toBe(whyNoHermes() !== undefined);
    return { ...report, findings };
  };

  it('runs it for ios and android on V8 and on Hermes, with the fixtures', async () => {
    const report = await run();
    expect(report).toMatchObject({ ok: true, findings: [] });
    expect(report.checks.slice(-3)).toEqual(['structure', 'syntax', 'run']);
    expect(report.runs.map(({ platform, engine }) => `${platform} ${engine}`)).toEqual(
      ['ios v8', 'ios hermes', 'android v8', 'android hermes'].filter(
        (each) => whyNoHermes() === undefined || !each.endsWith('hermes'),
      ),
    );
    for (const { texts, calls } of report.runs) {
      expect(texts).toContain('Hello Ada');
      expect(calls).toContainEqual(
        expect.objectContaining({ method: 'GET', path: '/sample/items', status: 200 }),
      );
    }
  }, 120_000);

  it('finds what throws while it is drawn, in the source', async () => {
    const report = await withEdit(
      ['src/components/Greeting.tsx', 'const { space } = useTheme();', `throw new Error('Oh no');`],
      run,
    );
    expect(report.ok).toBe(false);
    const finding = report.findings.find(({ check: name }) => name === 'run');
    expect(finding).toMatchObject({ severity: 'error', file: 'src/components/Greeting.tsx' });
    expect(finding?.message).toContain('Oh no');
    // It is so everywhere.
    expect(finding).not.toHaveProperty('platform');
    expect(Object.keys(finding!).includes('engine')).toBe(whyNoHermes() !== undefined);
  }, 120_000);

  it('warns of api calls without an answer, and lets steps be checked', async () => {
    const fixtures = { user: { openId: 'u', name: 'Bo' }, steps: [{ waitForText: 'Try again' }] };
    await writeFile(join(root, 'fixtures.json'), JSON.stringify(fixtures));
    const report = await run();
    expect(report.ok).toBe(true);
    expect(report.findings).toMatchObject([{ code: 'api-unanswered', severity: 'warning' }]);

    await writeFile(
      join(root, 'fixtures.json'),
      JSON.stringify({ ...fixtures, steps: [{ expectText: 'Never there' }] }),
    );
    expect(await run()).toMatchObject({ ok: false });
    await rm(join(root, 'fixtures.json'));
  }, 120_000);
});
