import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Sweeper } from './Sweeper.ts';

describe('a sweeper', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const sweeperOf = (sweep: () => Promise<void>, warn = vi.fn<() => void>()) => {
    const logger = { warn } as unknown as FastifyBaseLogger;
    return new Sweeper({ sweep, everyMs: 1000, failure: 'it stays for now', logger });
  };

  it('sweeps by the clock, and again after a failure, which it tells', async () => {
    const warn = vi.fn<() => void>();
    const sweep = vi.fn<() => Promise<void>>(async () => {
      throw new Error('the disk is away');
    });
    const sweeper = sweeperOf(sweep, warn);
    sweeper.start();
    expect(sweep).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(sweep).toHaveBeenCalledTimes(2);
    expect(warn).toHaveBeenCalledWith({ err: expect.any(Error) }, 'it stays for now');
    await sweeper.close();
    await vi.advanceTimersByTimeAsync(2000);
    expect(sweep).toHaveBeenCalledTimes(2);
  });

  it('sweeps only in its turn', async () => {
    const sweep = vi.fn<() => Promise<void>>(async () => undefined);
    const isMyTurn = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false);
    const sweeper = new Sweeper({
      sweep,
      isMyTurn: isMyTurn.mockResolvedValue(true),
      everyMs: 1000,
      failure: 'it stays for now',
      logger: undefined,
    });
    sweeper.start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sweep).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sweep).toHaveBeenCalledTimes(1);
    await sweeper.close();
  });

  it('does not begin a sweep before the last one ended, and waits for it when it is closed', async () => {
    let end = () => {};
    const sweep = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (end = resolve)));
    const sweeper = sweeperOf(sweep);
    sweeper.start();
    await vi.advanceTimersByTimeAsync(3000);
    expect(sweep).toHaveBeenCalledTimes(1);
    const closed = vi.fn<() => void>();
    const closing = sweeper.close().then(closed);
    await vi.advanceTimersByTimeAsync(1);
    expect(closed).not.toHaveBeenCalled();
    end();
    await closing;
  });
});
