import { execFile } from 'node:child_process';
import { delimiter, resolve } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';

const BIN = resolve('node_modules/.bin');

/**
 * Runs a program of the workspace and resolves to its output; rejects with the output if it fails.
 *
 * @param {string[]} command
 * @param {{ cwd?: string }} [options]
 */
export async function run([program, ...args], { cwd = '.' } = {}) {
  const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH}` };
  const running = promisify(execFile)(program, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
  running.child.stdin.end();
  try {
    return (await running).stdout;
  } catch (error) {
    const output = stripVTControlCharacters(`${error.stdout ?? ''}${error.stderr ?? ''}`).trim();
    throw new Error(output === '' ? error.message : output, { cause: error });
  }
}
