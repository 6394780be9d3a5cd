import type { Clock } from './clock.ts';
import type { NativeModule } from './nativeModules.ts';

interface AnimationConfig {
  /** A value for each frame, for `timing`. */
  frames?: number[];
  iterations?: number;
}

const FRAME_MS = 16;
/** The approximate duration of springs and decays. */
const OTHER_MS = 500;

/** Native animations: nothing moves, but their end is reported at the right time. */
export function animatedModules(clock: Clock): Record<string, NativeModule> {
  const running = new Map<number, { timer: number; onEnd: (result: object) => void }>();

  const module = {
    startAnimatingNode(
      id: number,
      _node: number,
      config: AnimationConfig,
      onEnd: (result: object) => void,
    ) {
      const iterations = config.iterations ?? 1;
      if (iterations < 0) return;
      const ms = (config.frames?.length ?? OTHER_MS / FRAME_MS) * FRAME_MS * iterations;
      const timer = clock.setTimeout(() => end(id, true), ms);
      running.set(id, { timer, onEnd });
    },
    stopAnimation: (id: number) => end(id, false),
    getValue: (_node: number, callback: (value: number) => void) => callback(0),
  };

  function end(id: number, finished: boolean): void {
    const animation = running.get(id);
    if (!animation) return;
    running.delete(id);
    clock.clear(animation.timer);
    animation.onEnd({ finished });
  }

  return { NativeAnimatedModule: module, NativeAnimatedTurboModule: module };
}
