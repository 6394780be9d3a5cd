import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { pollBuilds } from './pollBuilds.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(1500);

it('tells of every build once, and of a server that is gone and comes back', async () => {
  const answers: (string | Error)[] = ['0.0.1', '0.0.1', '0.0.2', new Error('gone'), '0.0.2'];
  const { build, end } = pollBuilds(async () => {
    const answer = answers.shift() ?? '0.0.2';
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const seen: unknown[] = [];
  build.subscribe(() => seen.push(build.get()));
  for (let round = 0; round < 6; round++) await settle();
  end();
  expect(seen).toEqual([
    { phase: 'built', count: 1 },
    { phase: 'built', count: 2 },
    { phase: 'lost' },
    { phase: 'built', count: 2 },
  ]);
});

it('asks nobody any more after its end', async () => {
  let asked = 0;
  const { end } = pollBuilds(async () => String(++asked));
  await settle();
  end();
  const before = asked;
  await settle();
  expect(asked).toBe(before);
});
