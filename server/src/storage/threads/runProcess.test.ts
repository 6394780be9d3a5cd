import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { type ProcessLimits, runProcess } from './runProcess.ts';

const LIMITS: ProcessLimits = { maxMs: 120_000, maxMemoryMb: 64, maxAnswerBytes: 1000 };
const HUGE = `'[' + '{},'.repeat(8_000_000) + '0]'`;

describe('a process of its own', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'process-'))));
  afterAll(() => rm(folder, { recursive: true }));
  afterEach(() => vi.unstubAllEnvs());

  let programs = 0;
  async function run(program: string, limits: Partial<ProcessLimits> = {}, request: unknown = {}) {
    const file = join(folder, `program-${++programs}.mjs`);
    await writeFile(file, `import { text } from 'node:stream/consumers';\n${program}`);
    return runProcess(file, request, { ...LIMITS, ...limits });
  }

  it('answers a request, and gets nothing of the environment', async () => {
    vi.stubEnv('ADMIN_TOKEN', 'secret');
    vi.stubEnv('NODE_OPTIONS', '--title=secret');
    const program = `
      const request = JSON.parse(await text(process.stdin));
      process.stdout.write(JSON.stringify({ request, env: process.env, title: process.title }));
    `;
    const end = await run(program, {}, { of: 'ä' });
    if (end.kind !== 'answered') throw new Error(end.kind);
    const answer = JSON.parse(end.answer) as { request: unknown };
    expect(answer.request).toEqual({ of: 'ä' });
    expect(end.answer).not.toContain('secret');
  });

  it('is ended when its time is up, though it reads one JSON text after the other', async () => {
    const program = `const huge = '[' + '{},'.repeat(100_000) + '0]'; for (;;) JSON.parse(huge);`;
    expect(await run(program, { maxMs: 3000 })).toEqual({ kind: 'out-of-time' });
  });

  it('ends alone when its memory is used up', async () => {
    expect(await run(`JSON.parse(${HUGE});`)).toEqual({ kind: 'out-of-memory' });
  });

  it('fails when it ends without success, or answers more than it may', async () => {
    expect(await run(`process.exit(3);`)).toEqual({ kind: 'failed' });
    expect(await run(`process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);`)).toEqual(
      { kind: 'failed' },
    );
    expect(
      await run(`process.stdout.write('x'.repeat(1001)); setInterval(() => {}, 1000);`),
    ).toEqual({ kind: 'failed' });
  });

  it('that cannot be started is an error', async () => {
    const node = process.execPath;
    process.execPath = join(folder, 'not-there');
    try {
      await expect(run('')).rejects.toThrow('ENOENT');
    } finally {
      process.execPath = node;
    }
  });

  it.runIf(process.platform === 'linux')(
    'is what the kernel ends first where the machine has no memory left',
    async () => {
      const program = `
        import { readFileSync } from 'node:fs';
        await text(process.stdin);
        process.stdout.write(readFileSync('/proc/self/oom_score_adj', 'utf8'));
      `;
      expect(await run(program)).toEqual({ kind: 'answered', answer: '1000\n' });
    },
  );
});
