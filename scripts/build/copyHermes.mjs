// Copies both programs of Hermes for one system into the package that it is started in: into a folder that comes after
// package.json in an archive, so that a registry finds that one without unpacking programs.
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const TARGET = 'system';
const [, , system] = process.argv;
const require = createRequire(join(process.cwd(), 'package.json'));
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));
/** What serves to look into bytecode or to debug, which no mini-app is run with; and the compiler of another version. */
const LEFT_OUT = /^(?:hbcdump|hdb|hermesc)(?:\.exe)?$/;

await rm(TARGET, { recursive: true, force: true });
await mkdir(TARGET);
const engine = join(folderOf('hermes-engine-cli'), system);
for (const name of await readdir(engine)) {
  if (!LEFT_OUT.test(name)) await cp(join(engine, name), join(TARGET, name));
}
// The compiler is that of React Native. Libraries that both have are taken from it: it is the newer of the two.
const compiler = join(folderOf('hermes-compiler'), 'hermesc', system);
for (const name of await readdir(compiler)) await cp(join(compiler, name), join(TARGET, name));
