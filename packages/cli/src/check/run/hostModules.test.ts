import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { whyNoHermes } from '@host/headless-host';
import { beforeAll, describe, expect, it } from 'vitest';

import { documentedBlock } from '../../../../../scripts/build/documentedBlock.ts';
import { linkProject } from '../../testing/linkProject.ts';
import { miniapp } from '../../testing/miniapp.ts';
import type { Finding } from '../Finding.types.ts';
import type { EngineRun } from './checkRuns.ts';

/** A native module of the reference host. */
const KEYCHAIN = join(
  fileURLToPath(new URL('../../../../../apps/host/node_modules', import.meta.url)),
  'react-native-keychain',
);
const PATIENCE_MS = 300_000;

/** A library with native views and a native module, as such libraries are published. */
const DRAWING = {
  'package.json': JSON.stringify({
    name: 'react-native-drawing',
    version: '2.1.0',
    main: 'index.js',
  }),
  'index.js': `import { TurboModuleRegistry, requireNativeComponent } from 'react-native';
export const OlderDrawing = requireNativeComponent('OlderDrawing');
export { default as Drawing } from './DrawingNativeComponent';
const native = TurboModuleRegistry.getEnforcing('DrawingModule');
export const clear = () => native.clear();
`,
  'DrawingNativeComponent.ts': `import type { ViewProps } from 'react-native';
import codegenNativeCommands from 'react-native/Libraries/Utilities/codegenNativeCommands';
import codegenNativeComponent from 'react-native/Libraries/Utilities/codegenNativeComponent';
import type { HostComponent } from 'react-native';
interface NativeProps extends ViewProps {
  color?: string;
}
interface NativeCommands {
  wipe: (viewRef: React.ElementRef<HostComponent<NativeProps>>) => void;
}
export const Commands: NativeCommands = codegenNativeCommands<NativeCommands>({
  supportedCommands: ['wipe'],
});
export default codegenNativeComponent<NativeProps>('Drawing');
`,
  'android/build.gradle': '',
};

const SCREEN = `import { useEffect, useState } from 'react';
import { Text } from 'react-native';
import { Drawing, OlderDrawing, clear } from 'react-native-drawing';
import { getSupportedBiometryType } from 'react-native-keychain';

export function HomeScreen() {
  const [kind, setKind] = useState<unknown>('unknown');
  useEffect(() => {
    void clear().then(() => getSupportedBiometryType()).then(setKind);
  }, []);
  return (
    <Drawing>
      <OlderDrawing>
        <Text>{\`Drawn, and biometry is \${String(kind)}\`}</Text>
      </OlderDrawing>
    </Drawing>
  );
}
`;

interface Report {
  ok: boolean;
  findings: Finding[];
  runs: EngineRun[];
}

let root: string;
const write = async (path: string, text: string) => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
};
const check = async (platforms: string) => {
  const result = await miniapp(['check', '--json', '--platform', platforms], { cwd: root });
  return result.json() as unknown as Report;
};

beforeAll(async () => {
  root = await linkProject(undefined, { template: 'blank' });
  for (const [path, text] of Object.entries(DRAWING)) {
    await write(`node_modules/react-native-drawing/${path}`, text);
  }
  await symlink(KEYCHAIN, join(root, 'node_modules/react-native-keychain'));
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  Object.assign(manifest.dependencies, {
    'react-native-drawing': '^2.0.0',
    'react-native-keychain': '^10.0.0',
  });
  await write('package.json', JSON.stringify(manifest));
  await write('src/screens/HomeScreen.tsx', SCREEN);
  await write(
    'fixtures.json',
    JSON.stringify({ steps: [{ waitForText: 'Drawn, and biometry is null' }] }),
  );
});

describe('a library with native code', () => {
  it(
    'that no host is known to share is refused with its name, the file and the way out',
    async () => {
      const { ok, findings } = await check('ios');
      expect(ok).toBe(false);
      expect(findings).toMatchObject([{ check: 'build', severity: 'error' }]);
      const shown = await documentedBlock('docs/libraries.md', '', 'has native code');
      const expected = shown
        .replaceAll('react-native-svg', 'react-native-drawing')
        .replace('src/App.tsx', 'src/screens/HomeScreen.tsx');
      const plain = (text: string) => text.replaceAll(/[\s│]+/g, ' ').trim();
      expect(plain(findings[0]!.message)).toContain(plain(expected));
    },
    PATIENCE_MS,
  );

  it(
    'that the host shares is taken from it: the mini-app builds, passes the check and runs with it',
    async () => {
      await write(
        'rspack.config.mjs',
        `import { defineMiniApp } from '@host/bundler';
const host = { 'react-native-drawing': '2.1.0', 'react-native-keychain': '10.0.0' };
export default defineMiniApp({ root: import.meta.dirname, host });
`,
      );
      const { ok, findings, runs } = await check('ios,android');
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(findings.map(({ code }) => code)).toEqual([
        'structure-host-module',
        'structure-host-module',
      ]);
      expect(findings[0]!.message).toContain('It takes react-native-drawing from its host');
      expect(ok).toBe(true);
      const engines = whyNoHermes() === undefined ? ['v8', 'hermes'] : ['v8'];
      expect(runs.map(({ platform, engine }) => `${platform} ${engine}`)).toEqual(
        ['ios', 'android'].flatMap((platform) => engines.map((engine) => `${platform} ${engine}`)),
      );
      for (const { texts } of runs) expect(texts).toContain('Drawn, and biometry is null');
      const code = await readFile(join(root, 'build/ios/mf-manifest.json'), 'utf8');
      expect(code).toContain('react-native-drawing');
    },
    PATIENCE_MS,
  );

  it(
    'that the host has in another version is refused when it is built',
    async () => {
      await write(
        'rspack.config.mjs',
        `import { defineMiniApp } from '@host/bundler';
const host = { 'react-native-drawing': '1.9.0', 'react-native-keychain': '10.0.0' };
export default defineMiniApp({ root: import.meta.dirname, host });
`,
      );
      const { stderr, stdout } = await miniapp(['check', '--platform', 'ios'], { cwd: root });
      expect(stdout + stderr).toContain(
        'The mini-app needs react-native-drawing@^2.0.0, and the host provides 1.9.0.',
      );
    },
    PATIENCE_MS,
  );
});
