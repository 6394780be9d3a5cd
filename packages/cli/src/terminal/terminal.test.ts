import { describe, expect, it } from 'vitest';

import { miniapp } from '../testing/miniapp.ts';
import { SECTIONS } from '../commands/sections.ts';
import { run } from '../run.ts';

const CALLS = SECTIONS.flatMap(({ commands }) =>
  commands.flatMap((entry) =>
    'commands' in entry
      ? [entry.name, ...entry.commands.map(({ name }) => `${entry.name} ${name}`)]
      : [entry.name],
  ),
);

/** Runs the command in this process, which is all that a help text needs. */
async function runInside(words: string) {
  let stdout = '';
  let stderr = '';
  const code = await run([...words.split(' '), '--help'], {
    env: {},
    stdin: {},
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  });
  return { code, stdout, stderr };
}

describe('miniapp', () => {
  it('prints its version', async () => {
    const { code, stdout } = await miniapp(['--version']);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(code).toBe(0);
  });

  it.each(CALLS)('%s has a help with examples', async (call) => {
    const { code, stdout, stderr } = await runInside(call);
    expect(stdout).toMatch(new RegExp(`^Usage: miniapp ${call}`));
    expect(stdout).toContain('Examples:\n  miniapp ');
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('shows the help, and exits with 2, when no command is given', async () => {
    const { code, stdout } = await miniapp([]);
    expect(stdout).toContain('Usage: miniapp');
    expect(code).toBe(2);
  });

  it('suggests the nearest command, and exits with 2', async () => {
    const { code, stdout, stderr } = await miniapp(['pubish']);
    expect(stderr).toBe(
      '✖ Unknown command `pubish`.\n  Did you mean publish? See `miniapp --help`.\n',
    );
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it('refuses unknown options with the help to look at', async () => {
    const { code, stderr } = await miniapp(['create', '--colour']);
    expect(stderr).toBe('✖ Unknown option `--colour`.\n  See `miniapp create --help`.\n');
    expect(code).toBe(2);
  });

  it('says what is missing in JSON when asked to, and nothing else', async () => {
    const result = await miniapp(['release', '--json']);
    expect(result.json()).toEqual({
      ok: false,
      error: {
        code: 'usage',
        message: 'Missing required argument `version`.',
        fix: 'See `miniapp release --help`.',
      },
    });
    expect(result.stderr).toBe('');
    expect(result.code).toBe(2);
  });

  it('never writes colour where there is no terminal', async () => {
    const { stdout } = await miniapp(['--help'], { env: { TERM: 'xterm-256color' } });
    expect(stdout).not.toContain('\u001b');
  });

  it('shows a stack only for whoever debugs it', async () => {
    const quiet = await miniapp(['check', '--cwd', '/nowhere']);
    expect(quiet.stderr).not.toMatch(/\bat /);
    const loud = await miniapp(['check', '--cwd', '/nowhere'], { env: { DEBUG: 'miniapp' } });
    expect(loud.stderr).toMatch(/\n\s+at /);
  });
});
