import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createToastQueue } from './createToastQueue.ts';

describe('the queue of toasts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const shown = ({ current }: ReturnType<typeof createToastQueue>) => current.get()?.message;

  it('shows one for four seconds, and then the next', () => {
    const queue = createToastQueue();
    queue.show('One');
    queue.show('Two');
    vi.advanceTimersByTime(3999);
    expect(shown(queue)).toBe('One');
    vi.advanceTimersByTime(1);
    expect(shown(queue)).toBe('Two');
    vi.advanceTimersByTime(4000);
    expect(shown(queue)).toBeUndefined();
  });

  it('leaves more time where there is something to do, or as much as was asked for', () => {
    const queue = createToastQueue();
    queue.show('Deleted', { action: { title: 'Undo', onPress: () => {} } });
    queue.show('Wait', { durationMs: 60_000 });
    vi.advanceTimersByTime(7999);
    expect(shown(queue)).toBe('Deleted');
    vi.advanceTimersByTime(1 + 59_999);
    expect(shown(queue)).toBe('Wait');
  });

  it('stops the clock while somebody is at it, and goes on with what was left', () => {
    const queue = createToastQueue();
    queue.show('One');
    vi.advanceTimersByTime(1000);
    queue.pause();
    queue.pause();
    vi.advanceTimersByTime(600_000);
    expect(shown(queue)).toBe('One');
    queue.resume();
    queue.resume();
    vi.advanceTimersByTime(2999);
    expect(shown(queue)).toBe('One');
    vi.advanceTimersByTime(1);
    expect(shown(queue)).toBeUndefined();
  });

  it('leaves a second after a pause that came at the last moment', () => {
    const queue = createToastQueue();
    queue.show('One');
    vi.advanceTimersByTime(3999);
    queue.pause();
    queue.resume();
    vi.advanceTimersByTime(999);
    expect(shown(queue)).toBe('One');
    vi.advanceTimersByTime(1);
    expect(shown(queue)).toBeUndefined();
  });

  it('a toast that was taken away while it was paused does not hold up the next', () => {
    const queue = createToastQueue();
    queue.show('One');
    queue.show('Two');
    queue.pause();
    queue.dismiss();
    expect(shown(queue)).toBe('Two');
    // The pointer leaves the one that is gone.
    queue.resume();
    vi.advanceTimersByTime(4000);
    expect(shown(queue)).toBeUndefined();
  });

  it('says the same thing once, however often it is told', () => {
    const queue = createToastQueue();
    queue.show('Copied');
    queue.show('Copied');
    queue.show('Copied', { tone: 'danger' });
    vi.advanceTimersByTime(4000);
    expect(queue.current.get()).toMatchObject({ message: 'Copied', tone: 'danger' });
    vi.advanceTimersByTime(4000);
    expect(shown(queue)).toBeUndefined();
  });

  it('forgets the oldest of too many that wait', () => {
    const queue = createToastQueue();
    for (let count = 0; count <= 30; count += 1) queue.show(`Message ${count}`);
    expect(shown(queue)).toBe('Message 0');
    queue.dismiss();
    expect(shown(queue)).toBe('Message 21');
  });

  it('leaves nothing behind when its provider goes', () => {
    const queue = createToastQueue();
    queue.show('One');
    queue.show('Two');
    queue.close();
    expect(shown(queue)).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
