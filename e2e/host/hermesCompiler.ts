import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux64-bin',
  darwin: 'osx-bin',
  win32: 'win64-bin',
};

/** The folder of Hermes' compiler for this system, as React Native names it. */
export function hermesSystem(): string {
  const system = SYSTEMS[process.platform];
  if (system === undefined) throw new Error(`Hermes compiles nothing on ${process.platform}.`);
  return system;
}

/** The compiler of Hermes as the pods of a project find it: from React Native on. */
export function hermesCompiler(root: string): string {
  const reactNative = createRequire(join(root, 'package.json')).resolve(
    'react-native/package.json',
  );
  const compiler = createRequire(reactNative).resolve('hermes-compiler/package.json');
  return join(dirname(compiler), 'hermesc', hermesSystem(), 'hermesc');
}
