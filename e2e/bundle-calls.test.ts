import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { generateProjects } from '@host/native-project';
import { describe, expect, it, onTestFinished } from 'vitest';

import { gradleCall } from './host/gradleCall.ts';
import { hermesCompiler } from './host/hermesCompiler.ts';
import { xcodePhase } from './host/xcodePhase.ts';

const HOST = fileURLToPath(new URL('../apps/host', import.meta.url));

/** A project with the modules of the reference host, generated; without its scripts. */
async function generateHost(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'bundle-calls-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const file of ['app.json', 'package.json']) {
    await writeFile(join(root, file), await readFile(join(HOST, file)));
  }
  await writeFile(join(root, 'index.js'), '');
  await symlink(join(HOST, 'node_modules'), join(root, 'node_modules'));
  await generateProjects(root, ['ios', 'android']);
  return root;
}

/** In place of Node: notes what it would bundle with, and does everything else. */
const NODE = `#!/bin/sh
for given in "$@"; do
  if [ "$given" = --bundle-output ]; then
    printf '%s\\n' "$PWD" "$@" > "$NOTES/node"
    exit
  fi
done
exec '${process.execPath}' "$@"
`;
/** In place of the compiler of Hermes. */
const HERMESC = `#!/bin/sh
printf '%s\\n' "$PWD" "$@" > "$NOTES/hermesc"
touch "$CONFIGURATION_BUILD_DIR/$UNLOCALIZED_RESOURCES_FOLDER_PATH/main.jsbundle"
`;

/** Runs the build phase of a project with these in the place of the real ones; resolves to where they ran, and with what. */
async function runPhase(root: string, configuration: 'Debug' | 'Release') {
  const output = join(root, 'build');
  const tools = join(output, 'bin');
  await mkdir(tools, { recursive: true });
  await writeFile(join(tools, 'node'), NODE, { mode: 0o755 });
  await writeFile(join(tools, 'hermesc'), HERMESC, { mode: 0o755 });
  const phase = await xcodePhase(root, output, join(tools, 'hermesc'), configuration);
  await promisify(execFile)('/bin/sh', ['-c', phase.script], {
    cwd: join(root, 'ios'),
    env: { ...phase.env, PATH: `${tools}:${process.env['PATH']}`, NOTES: output },
  });
  const callOf = async (tool: string) => {
    const note = await readFile(join(output, tool), 'utf8').catch(() => '');
    return note.split('\n').slice(0, -1);
  };
  const calls = { node: await callOf('node'), hermesc: await callOf('hermesc') };
  return { calls, output, app: phase.app };
}

const cliOf = (root: string) => realpath(join(root, 'node_modules/react-native/cli.js'));

describe('Gradle', () => {
  it('calls the bundler of the project with what the plugin of React Native passes for a release', async () => {
    const root = await generateHost();
    const build = join(root, 'android/app/build');
    const { command, args, assets } = await gradleCall(root, build);
    expect(assets).toBe(join(build, 'generated/assets/react/release'));
    expect([command, ...args]).toEqual([
      'node',
      await cliOf(root),
      'bundle',
      '--platform',
      'android',
      '--dev',
      'false',
      '--reset-cache',
      '--entry-file',
      join(root, 'index.js'),
      '--bundle-output',
      join(assets, 'index.android.bundle'),
      '--assets-dest',
      join(build, 'generated/res/react/release'),
      '--sourcemap-output',
      join(build, 'intermediates/sourcemaps/react/release/index.android.bundle.packager.map'),
      '--minify',
      'false',
      '--verbose',
    ]);
  });

  it('finds the compiler of Hermes, wherever the package manager has put it', async () => {
    const root = await generateHost();
    const { hermes } = await gradleCall(root, join(root, 'android/app/build'));
    expect(hermes).toBe(hermesCompiler(root));
    expect((await stat(hermes)).isFile()).toBe(true);
  });

  it('is not asked for more than is known here', async () => {
    const root = await generateHost();
    const file = join(root, 'android/app/build.gradle');
    const gradle = await readFile(file, 'utf8');
    await writeFile(file, gradle.replace(/^react \{$/m, 'react {\n    extraPackagerArgs = ["-v"]'));
    await expect(gradleCall(root, root)).rejects.toThrow('build.gradle says extraPackagerArgs');
  });
});

describe("Xcode's build phase", () => {
  it('calls the bundler of the project with what the script of React Native passes for a release', async () => {
    const root = await generateHost();
    const { calls, output, app } = await runPhase(root, 'Release');
    const [folder, ...bundled] = calls.node;
    expect(folder).toBe(root);
    expect(bundled).toEqual([
      await cliOf(root),
      'bundle',
      '--entry-file',
      'index.js',
      '--platform',
      'ios',
      '--dev',
      'false',
      '--reset-cache',
      '--bundle-output',
      join(output, 'main.jsbundle'),
      '--assets-dest',
      app,
      '--minify',
      'false',
      '--config-cmd',
      `'${join(output, 'bin/node')}'  '${join(root, 'node_modules/react-native/cli.js')}' config`,
    ]);
    expect(calls.hermesc.slice(1)).toEqual([
      '-emit-binary',
      '-max-diagnostic-width=80',
      '-O',
      '-out',
      join(app, 'main.jsbundle'),
      join(output, 'main.jsbundle'),
    ]);
  });

  it('bundles nothing for a simulator in development, which asks its server', async () => {
    const { calls } = await runPhase(await generateHost(), 'Debug');
    expect(calls).toEqual({ node: [], hermesc: [] });
  });
});
