import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { hermesSystem } from './hermesCompiler.ts';

const PLUGIN =
  '@react-native/gradle-plugin/react-native-gradle-plugin/src/main/kotlin/com/facebook/react';
/** The supported settings of the `react` block. */
const SETTINGS = ['cliFile', 'hermesCommand', 'bundleCommand'] as const;
const LINKS = 'autolinkLibrariesWithApp()';
/** A setting that resolves a module with Node and appends a path to its folder. */
const RESOLVED =
  /new File\(\["node", "--print", "([^"]+)"\]\.execute\(null, rootDir\)\.text\.trim\(\)\)\.parent(?: \+|,) "([^"]+)"/;

/** What React Native's Gradle plugin calls for a release build of a project. */
interface GradleCall {
  command: string;
  args: string[];
  /** The folder of the assets: scripts are written to it. */
  assets: string;
  script: string;
  /** The compiler of Hermes, which takes the script next. */
  hermes: string;
}

/**
 * Derives from the sources of React Native's Gradle plugin what it would run for `createBundleReleaseJsAndAssets`, with the
 * settings of a generated `build.gradle`. Anything unknown, for example in another version of either, is an error.
 */
export async function gradleCall(root: string, buildFolder: string): Promise<GradleCall> {
  const plugin = await pluginOf(root);
  const settings = await settingsIn(root);
  const inBuild = (path: string) => join(buildFolder, path.replace('$targetPath', 'release'));
  const [jsBundle, resources, intermediates] = [
    'jsBundleDir',
    'resourcesDir',
    'jsIntermediateSourceMapsDir',
  ].map((name) =>
    inBuild(one(plugin.tasks, new RegExp(`val ${name} = File\\(buildDir, "([^"]+)"\\)`))),
  ) as [string, string, string];
  const name = one(plugin.extension, /val bundleAssetName: [^"]*?convention\("([^"]+)"\)/);
  const script = join(jsBundle, name);
  const isHermes = /^hermesEnabled=true$/m.test(
    await readFile(join(root, 'android/gradle.properties'), 'utf8'),
  );
  if (!isHermes) throw new Error('The project is not built for Hermes.');

  const node = one(
    plugin.extension,
    /val nodeExecutableAndArgs: [^"]*?convention\(listOf\("(\w+)"\)\)/,
  );
  const values: Readonly<Record<string, readonly string[]>> = {
    'nodeExecutableAndArgs.get()': [node],
    'cliFile.get().asFile.cliPath(rootFile)': [settings.cliFile],
    'bundleCommand.get()': [settings.bundleCommand],
    'devEnabled.get().toString()': [one(plugin.tasks, /task\.devEnabled\.set\((\w+)\)/)],
    'entryFile.get().asFile.cliPath(rootFile)': [join(root, 'index.js')],
    'bundleFile.cliPath(rootFile)': [script],
    'resourcesDir.get().asFile.cliPath(rootFile)': [resources],
    'sourceMapFile.cliPath(rootFile)': [join(intermediates, `${name}.packager.map`)],
    'minifyEnabled.get().toString()': [minifies(plugin.tasks)],
    'extraPackagerArgs.get()': [],
  };
  const [command = '', ...args] = expressionsIn(plugin.task).flatMap((expression) => {
    const value = /^"(.*)"$/.exec(expression)?.[1];
    const known = value === undefined ? values[expression] : [value];
    if (known) return known;
    throw new Error(`The Gradle plugin passes ${expression}: say in gradleCall.ts what that is.`);
  });
  return { command, args, assets: jsBundle, script, hermes: settings.hermesCommand };
}

/** The arguments of the command in order, without those that only `bundleConfig` adds. */
function expressionsIn(task: string): string[] {
  const list = one(
    task,
    /fun getBundleCommand\([^]*?mutableListOf<String>\(\)\.apply \{\n([^]*?)\n {8}\}\n/,
  );
  const unconditional = list.replace(/ *if \(bundleConfig\.isPresent\) \{[^}]*\}\n/, '');
  return unconditional.split('\n').map((line) => one(line, /^ *add(?:All)?\((.*)\)$/));
}

/** Where Hermes compiles, nothing is minified. */
function minifies(tasks: string): string {
  one(tasks, /(task\.minifyEnabled\.set\(!isHermesEnabledInThisVariant\))/);
  return 'false';
}

async function pluginOf(root: string) {
  const require = createRequire(join(root, 'package.json'));
  const folder = join(
    dirname(require.resolve('@react-native/gradle-plugin/package.json')),
    '../..',
  );
  const read = (file: string) => readFile(join(folder, PLUGIN, file), 'utf8');
  const [task, tasks, extension] = await Promise.all([
    read('tasks/BundleHermesCTask.kt'),
    read('TaskConfiguration.kt'),
    read('ReactExtension.kt'),
  ]);
  return { task, tasks, extension };
}

/** The settings of the block `react`, as Gradle would evaluate them. */
async function settingsIn(root: string): Promise<Record<(typeof SETTINGS)[number], string>> {
  const gradle = await readFile(join(root, 'android/app/build.gradle'), 'utf8');
  const block = one(gradle, /^react \{\n([^]*?)^\}/m).replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
  const lines = block.split('\n').map((line) => line.trim());
  const found = new Map<string, string>();
  for (const line of lines.filter((each) => each !== '' && each !== LINKS)) {
    const [, setting = '', expression = ''] = /^(\w+) = (.*)$/.exec(line) ?? [];
    if (!SETTINGS.some((known) => known === setting)) {
      throw new Error(`build.gradle says ${line}: say in gradleCall.ts what becomes of it.`);
    }
    found.set(setting, await evaluate(expression, join(root, 'android')));
  }
  return Object.fromEntries(
    SETTINGS.map((setting) => {
      const value = found.get(setting);
      if (value === undefined) throw new Error(`build.gradle does not set ${setting}.`);
      return [setting, value];
    }),
  ) as Record<(typeof SETTINGS)[number], string>;
}

async function evaluate(expression: string, rootFolder: string): Promise<string> {
  const [, script, rest = ''] = RESOLVED.exec(expression) ?? [];
  if (script === undefined) return one(expression, /^"([^"$]*)"$/);
  const { stdout } = await promisify(execFile)('node', ['--print', script], {
    cwd: rootFolder,
    // Without the test runner's NODE_PATH, with which every package would resolve.
    env: { PATH: process.env['PATH'] },
  });
  return join(dirname(stdout.trim()), rest.replace('%OS-BIN%', hermesSystem()));
}

function one(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`Nothing here is like ${pattern}:\n${text}`);
  return found;
}
