import { describe, expect, it } from 'vitest';

import { fakePackage } from './fakePackage.ts';
import { importedModules } from '../../scripts/build/importedModules.mjs';
import { importViolations } from './importViolations.ts';

const violationsIn = (text: string) =>
  importViolations([
    fakePackage('packages/push', { dependencies: ['@host/contracts'] }, [
      { path: 'src/core/push.ts', text },
    ]),
  ]);

describe('the import rule', () => {
  it('lets a package import itself and what it declares', () => {
    expect(violationsIn(`import { a } from '@host/contracts';`)).toEqual([]);
    expect(violationsIn(`import { a } from '@host/push/core';`)).toEqual([]);
    expect(violationsIn(`import { a } from '../react/a.ts';`)).toEqual([]);
  });

  it('finds a package that is imported and not declared', () => {
    expect(violationsIn(`import { a } from '@host/kit/toast';`)).toEqual([
      'packages/push/src/core/push.ts imports @host/kit/toast, but @host/kit is not in the package.json of packages/push.',
    ]);
  });

  it('finds a relative import that leaves its package', () => {
    expect(violationsIn(`import { a } from '../../../contracts/src/index.ts';`)).toEqual([
      'packages/push/src/core/push.ts imports ../../../contracts/src/index.ts, which leaves packages/push: import the package by its name.',
    ]);
  });

  it('sees every form of import', () => {
    const text = [
      `import 'a';`,
      `import b from "b";`,
      `import {\n  c,\n} from 'c';`,
      `import type { D } from 'd';`,
      `export { e } from 'e';`,
      `const f = await import('f');`,
      `const g = require('g');`,
      `// import h from 'h';`,
      `const i = "import i from 'i'";`,
      `export const j = 'j';`,
    ].join('\n');
    expect(importedModules(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });
});
