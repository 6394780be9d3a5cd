import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { BodyPace } from './BodyPace.ts';

describe('bodies that arrive', () => {
  const endings: (() => void)[] = [];
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    for (const end of endings.splice(0)) end();
    vi.useRealTimers();
  });

  const arriving = (headers: Record<string, string> = { 'content-length': '1000000' }) => {
    const pace = new BodyPace({ graceMs: 10_000, bytesPerSecond: 1000, everyMs: 1000 });
    endings.push(() => pace.close());
    const request = Object.assign(new EventEmitter(), {
      headers,
      complete: false,
      readableEnded: false,
      destroyed: false,
      socket: { bytesRead: 200 },
      destroy: vi.fn<() => void>(() => void (request.destroyed = true)),
    });
    pace.watch(request as unknown as IncomingMessage);
    return request;
  };
  const heard = (request: EventEmitter) => {
    const errors: { code: string }[] = [];
    request.on('error', (error: { code: string }) => void errors.push(error));
    return errors;
  };

  it('fast enough are left alone', () => {
    const request = arriving();
    const errors = heard(request);
    for (let second = 0; second < 100; second++) {
      request.socket.bytesRead += 1000;
      vi.advanceTimersByTime(1000);
    }
    expect(errors).toEqual([]);
  });

  it('a byte at a time are ended after the time of grace, once, and whoever reads them is told', () => {
    const request = arriving();
    const errors = heard(request);
    for (let second = 0; second < 10; second++) {
      request.socket.bytesRead += 1;
      vi.advanceTimersByTime(1000);
    }
    expect(errors).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(errors.map(({ code }) => code)).toEqual(['body-too-slow']);
  });

  it('fast at first cannot rest for ever', () => {
    const request = arriving();
    const errors = heard(request);
    request.socket.bytesRead += 20_000;
    vi.advanceTimersByTime(29_000);
    expect(errors).toEqual([]);
    vi.advanceTimersByTime(3000);
    expect(errors).toHaveLength(1);
  });

  it('that nobody reads end with their connection', () => {
    const request = arriving();
    vi.advanceTimersByTime(12_000);
    expect(request.destroy).toHaveBeenCalledTimes(1);
  });

  it('are not looked at any more when they are there, nor is a request without one', () => {
    const request = arriving();
    request.complete = true;
    vi.advanceTimersByTime(1000);
    expect(vi.getTimerCount()).toBe(0);
    arriving({});
    expect(vi.getTimerCount()).toBe(0);
  });
});
