import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { sharedVersionsOn } from '@host/contracts/shared-modules';
import type { Configuration, RspackPluginInstance } from '@rspack/core';

import { loadConfig } from '../build/loadConfig.ts';
import { loadRspack, resolveBundler } from '../build/loadRspack.ts';
import { runCompiler } from '../build/runCompiler.ts';
import { packagePath, packageVersion } from '../packageRoot.ts';

type FederationPlugin = new (options: object) => RspackPluginInstance;

/**
 * Builds the page that hosts the mini-app in a browser. It shares the modules that the project has installed, as a real
 * host would.
 */
export async function buildHostPage(root: string): Promise<string> {
  const work = join(root, 'node_modules/.cache/miniapp/start');
  // Inside the project, so that the page resolves the project's packages and not those of this command.
  const sources = join(work, 'page-source');
  await mkdir(sources, { recursive: true });
  await cp(packagePath('host-page'), sources, { recursive: true });
  const names = sharedNames(root);
  await writeFile(
    join(sources, 'shared.ts'),
    names.map((name) => `import ${JSON.stringify(name)};\n`).join(''),
  );

  const rspack = await loadRspack(root);
  const web = await loadConfig(root, { platform: 'web', mode: 'development' });
  const ofBundler = createRequire(resolveBundler(root));
  const federation = (await import(
    pathToFileURL(ofBundler.resolve('@module-federation/enhanced/rspack')).href
  )) as { ModuleFederationPlugin: FederationPlugin };

  const dir = join(work, 'page');
  const common: Configuration = {
    mode: 'development',
    context: root,
    devtool: false,
    target: ['web', 'es2022'],
    infrastructureLogging: { level: 'none' },
    output: { path: dir, filename: '[name].js', publicPath: '/page/' },
    module: web.module ?? {},
  };
  await rm(dir, { recursive: true, force: true });
  await runCompiler(rspack, { ...common, entry: { frame: join(sources, 'frame.ts') } });
  await runCompiler(rspack, {
    ...common,
    entry: { host: join(sources, 'host.ts') },
    cache: {
      type: 'persistent',
      version: `host-page ${packageVersion()}`,
      storage: { type: 'filesystem', directory: join(root, 'node_modules/.cache/miniapp') },
    },
    resolve: {
      ...web.resolve,
      alias: {
        ...web.resolve?.alias,
        '@module-federation/enhanced/runtime$': ofBundler.resolve(
          '@module-federation/enhanced/runtime',
        ),
      },
    },
    plugins: [
      new rspack.rspack.DefinePlugin({ __DEV__: 'true' }),
      new rspack.rspack.IgnorePlugin({ resourceRegExp: /^@react-native-masked-view/ }),
      new federation.ModuleFederationPlugin({
        name: 'host',
        shared: providedModules(root, names),
        dts: false,
        manifest: false,
        experiments: { provideExternalRuntime: true },
      }),
    ],
  });
  return dir;
}

/** The shared modules that the project depends on. */
function sharedNames(root: string): string[] {
  const { dependencies = {} } = createRequire(join(root, 'package.json'))('./package.json') as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(sharedVersionsOn('web')).filter((name) => name in dependencies);
}

/** The shared modules, with their installed versions. */
function providedModules(root: string, names: readonly string[]): Record<string, object> {
  const ofProject = createRequire(join(root, 'package.json'));
  const entries = names.map((name) => {
    const { version } = ofProject(`${name}/package.json`) as { version: string };
    return [name, { singleton: true, version, requiredVersion: false }] as const;
  });
  const shared = Object.fromEntries(entries);
  // The slash also covers `react/jsx-runtime`.
  return { ...shared, 'react/': { ...shared['react'] } };
}
