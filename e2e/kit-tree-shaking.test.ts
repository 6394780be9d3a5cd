import { describe, expect, it } from 'vitest';

import { bundle } from './kit-gallery/bundle.ts';

/** Which files of the kit a module that uses these exports contains. */
async function kitFiles(names: string): Promise<string[]> {
  const { metafile } = await bundle(
    `import { ${names} } from '@host/kit'; console.log(${names});`,
    {
      external: ['react', 'react/*', 'react-native-web', '@react-navigation/*'],
    },
  );
  const [output] = Object.values(metafile.outputs);
  return Object.entries(output!.inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /packages\/kit\/src\/(.+)$|kit\/src\/(.+)$/.exec(path)?.[1] ?? []);
}

describe('who imports one component of the kit', () => {
  it('gets what it is made of and no other component', async () => {
    const files = await kitFiles('Button');
    expect(files).toContain('components/Button.tsx');
    const foreign = files.filter((file) => /^(?:overlay|toast|navigation|gallery)\//.test(file));
    expect(foreign).toEqual([]);
    expect(files).not.toContain('components/List.tsx');
  });

  it('gets a sheet with a sheet', async () => {
    expect(await kitFiles('Sheet')).toContain('overlay/Sheet.tsx');
  });
});
