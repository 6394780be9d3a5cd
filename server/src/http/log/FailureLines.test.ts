import type { FastifyBaseLogger } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';

import { FailureLines } from './FailureLines.ts';

afterEach(() => void vi.useRealTimers());

it('lets so many lines a minute into the log, and says then how many were left out', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const info = vi.fn<(fields: object, text: string) => void>();
  const lines = new FailureLines({ info } as unknown as FastifyBaseLogger);
  const admitted = Array.from({ length: 1000 }, () => lines.admit());
  expect(admitted.filter(Boolean)).toHaveLength(300);
  expect(info).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 60_000);
  expect(lines.admit()).toBe(true);
  lines.close();
  expect(info.mock.calls).toEqual([[{ leftOut: 700 }, 'more refused requests are not in the log']]);
});
