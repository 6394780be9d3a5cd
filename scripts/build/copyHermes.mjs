// Copies the two Hermes programs for one system into the package in the current directory: into a folder that sorts after
// package.json in the tarball, so that a registry can read that file without unpacking the programs.
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const TARGET = 'system';
const [, , system] = process.argv;
const require = createRequire(join(process.cwd(), 'package.json'));
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));
/** Tools for inspecting bytecode and debugging, which running mini-apps does not need, and the compiler of another version. */
const LEFT_OUT = /^(?:hbcdump|hdb|hermesc)(?:\.exe)?$/;

await rm(TARGET, { recursive: true, force: true });
await mkdir(TARGET);
const engine = join(folderOf('hermes-engine-cli'), system);
for (const name of await readdir(engine)) {
  if (!LEFT_OUT.test(name)) await cp(join(engine, name), join(TARGET, name));
}
// The compiler comes from React Native. Libraries that both have are taken from there, since it is the newer one.
const compiler = join(folderOf('hermes-compiler'), 'hermesc', system);
for (const name of await readdir(compiler)) await cp(join(compiler, name), join(TARGET, name));
