import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { compile, runCompiler } from './types/compile.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SLOW_MS = 240_000;

interface Project {
  compilerOptions: Record<string, unknown>;
  files: string[];
}

async function projectAt(path: string): Promise<Project> {
  const { compilerOptions, files = [] } = JSON.parse(
    await runCompiler('-p', path, '--showConfig'),
  ) as Partial<Project> & Pick<Project, 'compilerOptions'>;
  const folder = dirname(path);
  return { compilerOptions, files: files.map((file) => relative(ROOT, resolve(folder, file))) };
}

/** The settings that an editor uses for a file: those in the nearest folder that has some. */
function nearestSettings(file: string): string {
  for (let folder = dirname(join(ROOT, file)); ; folder = dirname(folder)) {
    const path = join(folder, 'tsconfig.json');
    if (existsSync(path)) return path;
  }
}

/** All tests of types that packages have. */
async function filesOfTypes(): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(join(ROOT, 'packages'))) {
    const folder = join('packages', name, 'src');
    const files = await readdir(join(ROOT, folder), { recursive: true }).catch(() => []);
    found.push(
      ...files.filter((file) => file.endsWith('.types.test.ts')).map((file) => join(folder, file)),
    );
  }
  return found;
}

/** What mini-apps and hosts are made from has the settings that their authors get. */
const OF_AUTHORS = /^(mini-apps|packages\/cli\/templates|packages\/create-host\/template)\//;

describe('an editor', () => {
  // Both checks meet most of them.
  const projects = new Map<string, Project>();

  it.each(['tsconfig.json', 'tsconfig.react.json'])(
    'is as strict about a file as the check of types is with %s',
    async (name) => {
      const checked = await projectAt(join(ROOT, name));
      const different: string[] = [];
      for (const file of checked.files) {
        if (OF_AUTHORS.test(file)) continue;
        const path = nearestSettings(file);
        const project = projects.get(path) ?? (await projectAt(path));
        projects.set(path, project);
        const settings = relative(ROOT, path);
        if (!project.files.includes(file)) different.push(`${settings} does not include ${file}`);
        for (const [option, value] of Object.entries(checked.compilerOptions)) {
          if (JSON.stringify(project.compilerOptions[option]) === JSON.stringify(value)) continue;
          different.push(`${settings} has another ${option}`);
        }
      }
      expect([...new Set(different)]).toEqual([]);
      expect(checked.files.length).toBeGreaterThan(100);
    },
    SLOW_MS,
  );
});

describe('tests of types', () => {
  it(
    'hold for the compiler, which alone can say so',
    async () => {
      const files = await filesOfTypes();
      expect(files).toContain('packages/miniapp-sdk/src/sdk/Sdk.types.test.ts');
      expect(await compile('packages/miniapp-sdk', { files })).toBe('');
    },
    SLOW_MS,
  );

  it(
    'that are wrong are told',
    async () => {
      const source = [
        `import { expectTypeOf } from 'vitest';`,
        `import type * as sdk from '@host/miniapp-sdk';`,
        'expectTypeOf<typeof sdk.storage.get<number>>().returns.resolves.toEqualTypeOf<string>();',
      ].join('\n');
      expect(
        await compile('packages/miniapp-sdk', { sources: { 'wrong.types.ts': source } }),
      ).toContain('wrong.types.ts(3,');
    },
    SLOW_MS,
  );
});

/**
 * What the compiler says of each file of a mini-app's author; how our own sources are written is not theirs to check. All in
 * one program: most of the time goes into what they import.
 */
async function findingsIn(folder: string, sources: Record<string, string>): Promise<string[][]> {
  const settings = 'packages/cli/templates/shared/tsconfig.json';
  const said = (await compile(folder, { sources, settings })).split('\n');
  return Object.keys(sources).map((name) => said.filter((line) => line.includes(`/${name}(`)));
}

describe('the examples of the interface', () => {
  /** Where what each of them imports is installed. */
  it.each([
    ['mini-app.tsx', 'mini-apps/orders'],
    ['host-app.tsx', 'apps/host'],
    ['device.ts', 'packages/cli'],
  ])(
    'compile under the settings that a new mini-app has: %s',
    async (name, folder) => {
      const text = await readFile(join(ROOT, 'e2e/interface-examples', `${name}.txt`), 'utf8');
      const wrong = `${text}\nexport const wrong: number = 'text';\n`;
      const [found, foundInWrong] = await findingsIn(folder, {
        [name]: text,
        [`wrong-${name}`]: wrong,
      });
      expect(found).toEqual([]);
      expect(foundInWrong).toHaveLength(1);
    },
    SLOW_MS,
  );
});
