import { createRequire } from 'node:module';

import { expect, it } from 'vitest';

import { transform } from './transforms.ts';

const require = createRequire(import.meta.url);
const babel = require('@babel/core') as {
  transformAsync(source: string, options: object): Promise<{ code: string }>;
};

it('blocks of classes that libraries have are compiled for devices: Hermes does not know them', async () => {
  const source = 'export class Intl { static locale; static { Intl.locale = "de"; } }';
  const compiled = await babel.transformAsync(source, {
    babelrc: false,
    configFile: false,
    filename: 'library.js',
    presets: [require(transform('nativePreset'))],
  });
  expect(compiled.code).toContain('locale');
  expect(compiled.code).not.toMatch(/static\s*\{/);
});
