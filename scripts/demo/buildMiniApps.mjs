import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { copyExample, linkModules } from '../build/exampleProject.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COMMAND = join(ROOT, 'packages/cli/bin/miniapp.js');
const PLATFORMS = ['ios', 'android', 'web'];
const run = promisify(execFile);

/**
 * Builds the demo's mini-apps as their developers do. A build does not contain its version, so several versions share one.
 * Returns for each its manifest, icon and archives, and stack frames in them for simulated crashes.
 */
export async function buildMiniApps(miniApps, { signal, onBuilt }) {
  const folder = await mkdtemp(join(tmpdir(), 'demo-mini-apps-'));
  try {
    const built = new Map();
    for (const miniApp of miniApps) {
      built.set(miniApp.appId, await build(miniApp, join(folder, miniApp.appId), signal));
      onBuilt(built.get(miniApp.appId).manifest.name);
    }
    return built;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function build({ appId, from }, folder, signal) {
  await makeProject({ appId, ...from }, folder, signal);
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  if (from.description) manifest.description = from.description;
  const fixtures = JSON.parse(await readFile(join(folder, 'fixtures.json'), 'utf8'));
  const files = await pack(folder, signal);
  const crashAt = await placesOf(join(folder, 'build/web'));
  const icon = await readFile(join(folder, 'icon.svg'));
  return { manifest, fixtures, icon, files, crashAt };
}

async function makeProject({ appId, name, example, template }, folder, signal) {
  if (example) {
    await copyExample(example, folder);
  } else {
    const how = ['--id', appId, '--name', name, '--template', template, '--no-git', '--yes'];
    await run(process.execPath, [COMMAND, 'create', folder, ...how], { cwd: ROOT, signal });
    await linkModules('orders', folder);
  }
}

/** The artifacts to upload for a version, by name. */
async function pack(cwd, signal) {
  await run(process.execPath, [COMMAND, 'pack'], { cwd, signal });
  const files = new Map();
  files.set('mf-manifest.json', await readFile(join(cwd, 'build/ios/mf-manifest.json')));
  for (const platform of PLATFORMS) {
    for (const name of [`${platform}.zip`, `${platform}.maps.zip`]) {
      files.set(name, await readFile(join(cwd, 'build/packed', name)));
    }
  }
  return files;
}

/** For every source file, a stack frame of the build that maps to it, as browsers format it. */
async function placesOf(folder) {
  const places = new Map();
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.js.map')) continue;
    const map = new SourceMap(JSON.parse(await readFile(join(folder, file), 'utf8')));
    const code = await readFile(join(folder, file.slice(0, -'.map'.length)), 'utf8');
    for (const [line, text] of code.split('\n').entries()) {
      for (let column = 0; column < text.length; column += 4) {
        const { originalSource, name } = map.findEntry(line, column);
        // Uses a mapped position with a name: positions between mappings have no source, and frames are in named functions.
        const source = originalSource && name && basename(originalSource);
        if (!source || places.has(source)) continue;
        places.set(
          source,
          `at ${name} (${file.slice(0, -'.map'.length)}:${line + 1}:${column + 1})`,
        );
      }
    }
  }
  return places;
}
