import { once } from 'node:events';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { shareBundlerModules } from './shareBundlerModules.ts';

const modules = Module as unknown as { _initPaths?: unknown; registerHooks?: unknown };
// oxlint-disable-next-line no-underscore-dangle -- what another Node may not have
const { _initPaths: initPaths } = modules;
const { NODE_PATH } = process.env;

afterEach(() => {
  // oxlint-disable-next-line no-underscore-dangle -- see above
  modules._initPaths = initPaths;
  if (NODE_PATH === undefined) delete process.env['NODE_PATH'];
  else process.env['NODE_PATH'] = NODE_PATH;
});

/** A bundler with a module beside it, and what requires from a folder that sees none of it. */
async function setUp(name: string) {
  const root = await realpath(await temporaryFolder('bundler'));
  await mkdir(join(root, 'node_modules', name), { recursive: true });
  await writeFile(join(root, 'node_modules', name, 'index.js'), `module.exports = '${name}';`);
  const bundler = join(root, 'bundler.js');
  await writeFile(bundler, '');
  const project = createRequire(join(await realpath(await temporaryFolder('project')), 'any.js'));
  return { bundler, project };
}

describe('modules of the bundler', () => {
  it('are found from the folder of a project', async () => {
    const { bundler, project } = await setUp('beside-the-bundler');
    expect(() => project('beside-the-bundler') as unknown).toThrow('beside-the-bundler');
    shareBundlerModules(bundler);
    expect(project('beside-the-bundler')).toBe('beside-the-bundler');
  });

  it('are found by a hook, and a line says so, where Node does not read NODE_PATH again', async () => {
    const { bundler, project } = await setUp('behind-a-hook');
    // oxlint-disable-next-line no-underscore-dangle -- what another Node may not have
    modules._initPaths = undefined;
    const warned = once(process, 'warning') as Promise<[Error]>;
    shareBundlerModules(bundler);
    const [{ message }] = await warned;
    expect(message).toContain('does not read NODE_PATH again');
    // The oldest Node has no hooks, and its line says what to do.
    const hint = /start it with NODE_PATH=/.exec(message)?.[0];
    expect(hint ?? project('behind-a-hook')).toBe(
      modules.registerHooks ? 'behind-a-hook' : 'start it with NODE_PATH=',
    );
  });
});
