import type { MiniAppSource, NativePlatform } from '../artifact/Artifact.types.ts';
import type { EngineName } from '../engines/Engine.types.ts';
import type { Limits } from '../Limits.ts';
import type { RunReport } from '../report/Report.types.ts';
import { runSideBySide } from './runSideBySide.ts';
import type { Step } from './Step.types.ts';

/** The mini-app to run, the engine, and the steps to perform. */
export interface ScenarioOptions extends MiniAppSource {
  platform: NativePlatform;
  engine: EngineName;
  steps: Step[];
  limits?: Partial<Limits>;
}

/**
 * Opens a built mini-app in a host, performs steps in it, and reports the result. It always resolves; `ok` says whether the
 * mini-app loaded and threw nothing, and every step succeeded.
 *
 * @example
 * const report = await runScenario({
 *   dir: 'build/ios',
 *   platform: 'ios',
 *   engine: 'hermes',
 *   host: { api: { 'GET /orders/items': [{ id: '1', title: 'First' }] } },
 *   steps: [{ waitForText: 'First' }, { press: 'First' }, { expectText: 'Order 1' }],
 * });
 */
export async function runScenario(options: ScenarioOptions): Promise<RunReport> {
  const { platform, engine, steps, limits, ...source } = options;
  const { miniApps, ...summary } = await runSideBySide({
    platform,
    engine,
    miniApps: { app: source },
    steps: steps.map((step) => ({ in: 'app' as const, ...step })),
    ...(limits && { limits }),
  });
  return { ...summary, ...miniApps.app };
}
