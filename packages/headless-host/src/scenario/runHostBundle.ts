import type { NativePlatform } from '../artifact/Artifact.types.ts';
import { createHostProgram } from '../engines/createHostProgram.ts';
import { engines } from '../engines/engines.ts';
import type { Limits } from '../Limits.ts';
import { createSummary } from '../report/createSummary.ts';
import type { RunSummary } from '../report/Report.types.ts';
import { Transcript } from '../report/Transcript.ts';
import type { WireStep } from '../runtime/wire.types.ts';
import type { HostStep } from './Step.types.ts';
import { wireStep } from './wireSteps.ts';

/** A response of a server. */
export interface HostAnswer {
  status: number;
  headers: Record<string, string>;
  /** As base64. */
  body: string;
}

/** The host app to run, the responses of servers, and the steps to perform. */
export interface HostRunOptions {
  /** The folder of a build for the platform: `index.bundle` and the chunks that belong to it. */
  dir: string;
  platform: NativePlatform;
  /** The name under which it registers its component. */
  component: string;
  /**
   * By method and path without its query, `GET /v1/config`, or by URL, `GET http://localhost:9002/v1/config`, if several
   * servers have the same path; all other requests fail. Hermes has no network here.
   */
  answers: Record<string, HostAnswer>;
  /** The link that it is opened with, as from a notification or a QR code; by default none. */
  initialUrl?: string;
  /** The person's language, as the system writes it: `de-AT` on ios, `de_AT` or `zh_CN_#Hans` on android. */
  locale?: string;
  steps: readonly HostStep[];
  limits?: Partial<Limits>;
}

/** The result of a run, what is shown at its end, and the layout direction from the next start on. */
export interface HostRunSummary extends RunSummary {
  texts: readonly string[];
  direction: 'ltr' | 'rtl';
}

const APP = 'host';

/** Runs a complete host app on Hermes, with prepared responses of servers, and reports the result. */
export async function runHostBundle(options: HostRunOptions): Promise<HostRunSummary> {
  const { component, answers, initialUrl, locale, steps, ...bundle } = options;
  const device = { component, servers: {}, answers, initialUrl, locale };
  const program = createHostProgram({ ...bundle, device });
  const wireSteps: WireStep[] = [
    { do: 'start', app: APP },
    ...steps.map((step) => wireStep(APP, step)),
  ];
  const transcript = new Transcript();
  const ending = await engines.hermes.run(program, wireSteps, transcript.add);
  return {
    ...createSummary({ engine: 'hermes', program, steps: wireSteps, transcript, ending }),
    texts: transcript.states[APP]?.texts ?? [],
    direction: transcript.direction,
  };
}
