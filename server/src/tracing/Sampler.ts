import type { RemoteContext } from './traceparent.ts';

/** The samplers of OpenTelemetry, by the names of `OTEL_TRACES_SAMPLER`. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface SamplerConfig {
  name: (typeof SAMPLERS)[number];
  /** The share of traces, for samplers with a ratio. */
  ratio: number;
}

/** Whether a trace is recorded. */
export type Sampler = (traceId: string, parent: RemoteContext | undefined) => boolean;

const DIGITS = 13;

/** Makes the sampler of a configuration. */
export function createSampler({ name, ratio }: SamplerConfig): Sampler {
  const own = name.replace('parentbased_', '');
  const isOwn = (traceId: string) => {
    if (own !== 'traceidratio') return own === 'always_on';
    // The end of an id is random, so all nodes make the same decision.
    return Number.parseInt(traceId.slice(-DIGITS), 16) / 16 ** DIGITS < ratio;
  };
  if (own === name) return isOwn;
  return (traceId, parent) => (parent ? parent.isSampled : isOwn(traceId));
}
