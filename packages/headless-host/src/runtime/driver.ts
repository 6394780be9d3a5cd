import { createActions } from './actions.ts';
import type { Clock } from './clock.ts';
import type { Errors } from './errors.ts';
import type { Fabric } from './fabric.ts';
import { createGestures } from './gestures.ts';
import { printTree } from './printTree.ts';
import type { HostApp } from './Runtime.types.ts';
import { textsOf } from './screen.ts';
import type { WireEvent, WireResult, WireState, WireStep } from './wire.types.ts';

/** Performs steps one after the other, reports how each ended, and stops at the first that fails. */
export function createDriver(parts: {
  platform: 'ios' | 'android';
  clock: Clock;
  fabric: Fabric;
  errors: Errors;
  host: () => HostApp;
  pressBack: () => boolean;
  followLink: (url: string) => void;
  start: (rootTag: number) => void;
  provide: (url: string) => void;
  emit: (event: WireEvent) => void;
}) {
  const { platform, clock, fabric, errors, host, emit } = parts;
  const surfaces = new Map<string, number>();
  const gestures = createGestures(fabric, clock);

  function surface(app: string): number {
    // They are numbered 1, 11, 21, … on a device.
    const rootTag = surfaces.get(app) ?? surfaces.size * 10 + 1;
    surfaces.set(app, rootTag);
    return rootTag;
  }

  const actions = createActions({
    clock,
    gestures,
    errors,
    host,
    surface,
    emit,
    start: parts.start,
    provide: parts.provide,
    followLink: parts.followLink,
    texts: (app) => textsOf(fabric.root(surface(app))),
    goBack: (rootTag) =>
      platform === 'ios'
        ? gestures.swipeBack(rootTag)
        : gestures.closeModal(rootTag) || parts.pressBack(),
  });

  function states(): Record<string, WireState> {
    const entries = [...surfaces].map(([app, rootTag]) => {
      const root = fabric.root(rootTag);
      const state = { texts: textsOf(root), tree: printTree(root), calls: host().calls(app) };
      return [app, state] as const;
    });
    return Object.fromEntries(entries);
  }

  async function attempt(step: WireStep): Promise<WireResult> {
    const act = actions[step.do as keyof typeof actions] as (step: WireStep) => unknown;
    try {
      return { ok: true, value: await act(step) };
    } catch (error) {
      return { ok: false, message: (error as Error).message };
    }
  }

  return {
    async execute(steps: WireStep[]): Promise<void> {
      for (const [index, step] of steps.entries()) {
        emit({ event: 'step', index });
        const result = await attempt(step);
        emit({ event: 'result', index, result });
        emit({ event: 'states', states: states() });
        if (!result.ok) break;
      }
    },
    openApps: () => [...surfaces.keys()],
    states,
  };
}
