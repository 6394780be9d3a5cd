import type { MiniAppSource, NativePlatform } from '../artifact/Artifact.types.ts';
import type { EngineName } from '../engines/Engine.types.ts';
import { engines } from '../engines/engines.ts';
import { createProgram } from '../engines/Program.ts';
import type { Limits } from '../Limits.ts';
import { createSummary } from '../report/createSummary.ts';
import type { MiniAppState, SideBySideReport } from '../report/Report.types.ts';
import { Transcript } from '../report/Transcript.ts';
import type { Step } from './Step.types.ts';
import { openSteps, wireStep } from './wireSteps.ts';

/** The mini-apps to run together, and the steps to perform in them. */
export interface SideBySideOptions<Name extends string> {
  platform: NativePlatform;
  engine: EngineName;
  /** By a name that steps refer to. They can be different apps, or different versions of one. */
  miniApps: Record<Name, MiniAppSource>;
  steps: ({ in: NoInfer<Name> } & Step)[];
  limits?: Partial<Limits>;
}

const NOTHING: MiniAppState = { texts: [], tree: '', calls: [] };

/**
 * Opens several mini-apps in one host, in one JavaScript runtime, and performs steps in them.
 *
 * @example
 * const { miniApps } = await runSideBySide({
 *   platform: 'ios',
 *   engine: 'v8',
 *   miniApps: { old: { dir: 'build-1.0.0/ios' }, new: { dir: 'build-2.0.0/ios' } },
 *   steps: [{ in: 'old', press: 'First' }, { in: 'new', expectText: 'First' }],
 * });
 */
export async function runSideBySide<Name extends string>(
  options: SideBySideOptions<Name>,
): Promise<SideBySideReport<Name>> {
  const program = createProgram(options);
  const names = Object.keys(program.miniApps) as Name[];
  const steps = [
    ...openSteps(program),
    ...options.steps.map(({ in: app, ...step }) => wireStep(known(app, names), step)),
  ];
  const transcript = new Transcript();
  const { engine } = options;
  const ending = await engines[engine].run(program, steps, transcript.add);
  const states = { ...transcript.states, ...ending?.states };
  return {
    ...createSummary({ engine, program, steps, transcript, ending }),
    miniApps: Object.fromEntries(names.map((name) => [name, states[name] ?? NOTHING])) as Record<
      Name,
      MiniAppState
    >,
  };
}

function known<Name extends string>(app: Name, names: Name[]): Name {
  if (names.includes(app)) return app;
  throw new Error(
    `A step is in "${app}", and there is no such mini-app: there are ${names.join(', ')}.`,
  );
}
