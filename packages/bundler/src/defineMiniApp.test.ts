import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { rspack } from '@rspack/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { defineMiniApp } from './defineMiniApp.ts';
import { ProjectError } from './ProjectError.ts';
import { type ProjectCopy, copyProject } from './testing/copyProject.ts';

let project: ProjectCopy;
beforeEach(async () => {
  project = await copyProject();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await project.dispose();
});

const configure = (platform?: string, options: { host?: Record<string, string> } = {}) =>
  defineMiniApp({ root: project.root, ...options })(platform === undefined ? {} : { platform });

function refusal(work: () => unknown): ProjectError {
  try {
    work();
  } catch (error) {
    if (error instanceof ProjectError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a mistake in the project is one message with the fix', () => {
  it('when there is no manifest.json', async () => {
    await project.remove('manifest.json');
    const error = refusal(() => configure('ios'));
    expect(error.message).toContain(`There is no manifest.json in ${project.root}.`);
    expect(error.fix).toContain('miniapp create');
  });

  it('when manifest.json is not JSON', async () => {
    await project.write('manifest.json', '{');
    expect(refusal(() => configure('ios')).message).toMatch(/^manifest\.json is not JSON/);
  });

  it('when manifest.json does not fit, naming every field', async () => {
    await project.write('manifest.json', { appId: 'Orders', name: 'Orders', version: '1.0' });
    const { message } = refusal(() => configure('ios'));
    for (const field of [
      'appId',
      'version',
      'description',
      'icon',
      'permissions',
      'minHostVersion',
    ]) {
      expect(message).toContain(`${field}: `);
    }
  });

  it('when the platform is wrong or missing', () => {
    expect(refusal(() => configure('windows')).message).toContain('"windows" is not a platform.');
    expect(refusal(() => configure()).fix).toContain('--env platform=ios');
  });

  it('when src/App.tsx is missing or has no default export', async () => {
    await project.write('src/App.tsx', 'export function App() { return null; }');
    expect(refusal(() => configure('ios')).message).toContain('src/App.tsx has no default export.');
    await project.remove('src/App.tsx');
    expect(refusal(() => configure('ios')).message).toContain('There is no src/App.tsx');
  });

  it('when a shared module is at a version that the host cannot meet, with the range', () => {
    const error = refusal(() =>
      configure('ios', { host: { '@react-navigation/native': '6.1.0' } }),
    );
    expect(error.message).toContain(
      'The mini-app needs @react-navigation/native@^7.0.0, and the host provides 6.1.0.',
    );
  });

  it('when a shared module is not among the dependencies', async () => {
    await project.write('package.json', { name: 'orders', dependencies: {} });
    expect(refusal(() => configure('ios')).message).toContain(
      'react is not among the dependencies in package.json.',
    );
  });

  it('and never a stack', async () => {
    await project.remove('manifest.json');
    expect(refusal(() => configure('ios')).stack).not.toContain('    at ');
  });
});

describe('a default export in any form is one', () => {
  it.each([
    'export default () => null;',
    'const App = () => null; export { App as default };',
    "export { App as default } from './other';",
    'class App {} export default App;',
  ])('%s', async (source) => {
    await project.write('src/App.tsx', source);
    expect(configure('ios')).toBeDefined();
  });
});

describe('the platform', () => {
  it('is taken from the environment when the command names none', () => {
    vi.stubEnv('platform', 'android');
    expect(configure().name).toBe('android');
  });
});

describe('what is cached', () => {
  const keyOf = (root: string) => {
    const { options } = rspack(defineMiniApp({ root })({ platform: 'ios' }));
    return (options.cache as { version: string }).version;
  };

  it('serves the next version, and no copy of the project at another place', async () => {
    const before = keyOf(project.root);
    await project.edit('manifest.json', '"version": "1.0.0"', '"version": "1.0.1"');
    expect(keyOf(project.root)).toBe(before);
    const copy = await copyProject();
    expect(keyOf(copy.root)).not.toBe(before);
    await copy.dispose();
  });
});

describe('shared modules', () => {
  const sharedOf = (platform: string, options: { host?: Record<string, string> } = {}) => {
    const plugins = configure(platform, options).plugins as {
      config?: { shared?: object };
      _options?: { shared?: object };
    }[];
    const found = plugins
      .map((plugin) => plugin.config?.shared ?? plugin['_options']?.shared)
      .find(Boolean);
    return found as Record<
      string,
      { singleton: boolean; eager: boolean; import?: false; version: string }
    >;
  };
  const OURS = [
    'react',
    'react-native',
    '@react-navigation/native',
    '@react-navigation/native-stack',
    '@host/kit',
    '@host/miniapp-sdk',
  ];

  it.each(['ios', 'android', 'web'])(
    'are the six singletons of the interface, from the host, at stated versions (%s)',
    (platform) => {
      const shared = sharedOf(platform);
      for (const name of OURS) {
        expect(shared[name], name).toMatchObject({ singleton: true, eager: false, import: false });
        expect(shared[name]?.version, name).toMatch(/^\d+\.\d+\.\d+/);
      }
    },
  );

  it('hold the packages that register native views where they are a dependency', async () => {
    expect(sharedOf('ios')['react-native-screens']).toMatchObject({
      singleton: true,
      import: false,
    });
    expect(sharedOf('web')['react-native-screens']).toBeUndefined();
    const { dependencies } = JSON.parse(
      await readFile(join(project.root, 'package.json'), 'utf8'),
    ) as { dependencies: Record<string, string> };
    delete dependencies['react-native-screens'];
    await project.write('package.json', { dependencies });
    expect(sharedOf('ios')['react-native-screens']).toBeUndefined();
  });

  it('hold what the mini-app’s own host shares besides, where it is a dependency', async () => {
    const { dependencies } = JSON.parse(
      await readFile(join(project.root, 'package.json'), 'utf8'),
    ) as { dependencies: Record<string, string> };
    await project.write('package.json', {
      dependencies: { ...dependencies, 'react-native-web': '^0.21.0' },
    });
    const host = { 'react-native-web': '0.21.4', 'react-native-drawing': '1.0.0' };
    const shared = sharedOf('ios', { host });
    expect(shared['react-native-web']).toMatchObject({
      singleton: true,
      import: false,
      requiredVersion: '^0.21.0',
    });
    expect(shared['react-native-drawing']).toBeUndefined();
    expect(sharedOf('ios')['react-native-web']).toBeUndefined();
    // In browsers it is part of the mini-app.
    expect(sharedOf('web', { host })['react-native-web']).toBeUndefined();
    const older = { host: { 'react-native-web': '0.20.0' } };
    expect(refusal(() => configure('ios', older)).message).toContain(
      'The mini-app needs react-native-web@^0.21.0, and the host provides 0.20.0.',
    );
  });

  it('are eager for react and react-native only when STANDALONE is true', () => {
    vi.stubEnv('STANDALONE', 'true');
    const standalone = sharedOf('ios');
    expect(OURS.filter((name) => standalone[name]?.eager)).toEqual(['react', 'react-native']);
    expect(OURS.filter((name) => standalone[name]?.import === false)).toEqual([]);
    vi.stubEnv('STANDALONE', '1');
    expect(OURS.filter((name) => sharedOf('ios')[name]?.eager)).toEqual([]);
  });
});
