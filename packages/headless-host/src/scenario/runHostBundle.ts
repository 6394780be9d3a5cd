import type { NativePlatform } from '../artifact/Artifact.types.ts';
import { createHostProgram } from '../engines/createHostProgram.ts';
import { engines } from '../engines/engines.ts';
import type { Limits } from '../Limits.ts';
import { createSummary } from '../report/createSummary.ts';
import type { RunSummary } from '../report/Report.types.ts';
import { Transcript } from '../report/Transcript.ts';
import type { WireStep } from '../runtime/wire.types.ts';
import type { Step } from './Step.types.ts';
import { wireStep } from './wireSteps.ts';

/** What a server answers. */
export interface HostAnswer {
  status: number;
  headers: Record<string, string>;
  /** As base64. */
  body: string;
}

/** Which host is run, what servers answer it, and what is done in it. */
export interface HostRunOptions {
  /** The folder of a build for the platform: `index.bundle` and the chunks that belong to it. */
  dir: string;
  platform: NativePlatform;
  /** The name under which it registers its component. */
  component: string;
  /** By method and path without its query, `GET /v1/config`; all other requests fail. Hermes has no network here. */
  answers: Record<string, HostAnswer>;
  steps: readonly Step[];
  limits?: Partial<Limits>;
}

const APP = 'host';

/** Runs a host of its own on Hermes, with servers whose answers are known beforehand, and reports. */
export async function runHostBundle(
  options: HostRunOptions,
): Promise<RunSummary & { texts: readonly string[] }> {
  const { component, answers, steps, ...bundle } = options;
  const program = createHostProgram({ ...bundle, device: { component, servers: {}, answers } });
  const wireSteps: WireStep[] = [
    { do: 'start', app: APP },
    ...steps.map((step) => wireStep(APP, step)),
  ];
  const transcript = new Transcript();
  const ending = await engines.hermes.run(program, wireSteps, transcript.add);
  return {
    ...createSummary({ engine: 'hermes', program, steps: wireSteps, transcript, ending }),
    texts: transcript.states[APP]?.texts ?? [],
  };
}
