import type { NativePlatform } from '../artifact/Artifact.types.ts';
import type { EngineName } from '../engines/Engine.types.ts';
import { engines } from '../engines/engines.ts';
import { createProgram } from '../engines/Program.ts';
import { createSummary } from '../report/createSummary.ts';
import { Transcript } from '../report/Transcript.ts';
import type { Step } from '../scenario/Step.types.ts';
import { openSteps, wireStep } from '../scenario/wireSteps.ts';
import { ADAS_HOST } from './adasHost.ts';

/** Runs the mini-app in `dir` in a host of `fixtures/` instead of that of this package. */
export async function runInHost(options: {
  engine: EngineName;
  platform: NativePlatform;
  dir: string;
  hostFile: string;
  steps: readonly Step[];
}) {
  const { engine, platform, dir, hostFile, steps } = options;
  const given = createProgram({ platform, miniApps: { orders: { dir, host: ADAS_HOST } } });
  const program = { ...given, hostFile };
  const wireSteps = [...openSteps(program), ...steps.map((step) => wireStep('orders', step))];
  const transcript = new Transcript();
  const ending = await engines[engine].run(program, wireSteps, transcript.add);
  const { errors } = createSummary({ engine, program, steps: wireSteps, transcript, ending });
  return { errors, texts: transcript.states['orders']?.texts ?? [] };
}
