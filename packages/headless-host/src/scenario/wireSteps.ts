import type { Program } from '../engines/Program.ts';
import type { WireMatch, WireStep } from '../runtime/wire.types.ts';
import type { HostStep, TextMatch } from './Step.types.ts';

export const DEFAULT_WAIT_MS = 2000;

/** Opens all mini-apps of a program, one after the other. */
export function openSteps({ miniApps, limits }: Program): WireStep[] {
  return Object.entries(miniApps).map(([app, { miniApp }]) => ({
    do: 'open',
    app,
    miniApp,
    loadMs: limits.loadMs,
  }));
}

export function wireMatch(text: TextMatch): WireMatch {
  if (typeof text === 'string') return { exact: text };
  if (text instanceof RegExp) return { pattern: text.source, flags: text.flags };
  return { pattern: text.pattern, flags: text.flags ?? '' };
}

/** Converts a step for the driver. */
export function wireStep(app: string, step: HostStep): WireStep {
  if ('waitForText' in step) {
    const timeoutMs = step.timeoutMs ?? DEFAULT_WAIT_MS;
    return { do: 'waitForText', app, match: wireMatch(step.waitForText), timeoutMs };
  }
  if ('expectText' in step) return { do: 'expectText', app, match: wireMatch(step.expectText) };
  if ('expectCall' in step) return { do: 'expectCall', app, call: step.expectCall };
  if ('press' in step) return { do: 'press', app, match: wireMatch(step.press) };
  if ('type' in step) return { do: 'type', app, into: step.into, text: step.type };
  if ('back' in step) return { do: 'back', app };
  if ('pause' in step) return { do: 'pause', app, ms: step.pause };
  if ('openLink' in step) return { do: 'openLink', app, url: step.openLink };
  if ('signIn' in step) return { do: 'host', app, method: 'signIn', argument: step.signIn };
  throw new Error(
    `${JSON.stringify(step)} is no step. A step has one of waitForText, expectText, expectCall, press, type, back, pause, signIn. One of a whole host can also have openLink.`,
  );
}
