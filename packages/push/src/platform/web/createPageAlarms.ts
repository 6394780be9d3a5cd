import type { Alarm, AlarmPort } from '../../core/PushPlatform.types.ts';

/** The maximal delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Alarms of a page, since browsers have none that work while it is closed. One timer waits for the soonest. */
export function createPageAlarms(): AlarmPort {
  const armed = new Map<string, Alarm>();
  const listeners = new Set<(id: string) => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(): void {
    clearTimeout(timer);
    const soonest = Math.min(...[...armed.values()].map(({ at }) => at));
    if (!Number.isFinite(soonest)) return;
    timer = setTimeout(ring, Math.min(MAX_DELAY_MS, Math.max(0, soonest - Date.now())));
  }

  function ring(): void {
    const due = [...armed.values()].filter(({ at }) => at <= Date.now());
    for (const { id } of due) {
      armed.delete(id);
      listeners.forEach((tell) => tell(id));
    }
    wait();
  }

  return {
    kind: 'app',
    capacity: Infinity,
    async arm(alarm) {
      armed.set(alarm.id, alarm);
      wait();
      return 'exact';
    },
    async disarm(ids) {
      for (const id of ids) armed.delete(id);
      wait();
    },
    armed: async () => [...armed.keys()],
    onDue(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
