import { SAMPLERS } from '../tracing/Sampler.ts';
import type { TracingConfig } from '../tracing/openTracing.ts';
import type { EnvironmentReader } from './EnvironmentReader.ts';

const SERVICE = 'host-server';
const TIMEOUT_MS = 10_000;
const EVERY_MS = 5000;
const MAX_MS = 600_000;
const TRACES_PATH = '/v1/traces';

/** Reads the variables that OpenTelemetry defines for all programs; undefined where traces go nowhere. */
export function readTracing(env: EnvironmentReader): TracingConfig | undefined {
  const url = readUrl(env);
  // Variables for traces take precedence over the general ones.
  const either = (name: string) => [name.replace('OTLP_', 'OTLP_TRACES_'), name];
  for (const name of either('OTEL_EXPORTER_OTLP_PROTOCOL')) {
    env.check(name, (text) =>
      text === 'http/json' || url === undefined
        ? undefined
        : 'must be http/json, or left out: collectors take it where they take http/protobuf',
    );
  }
  const headers = either('OTEL_EXPORTER_OTLP_HEADERS').map((name) => readPairs(env, name));
  const timeout = either('OTEL_EXPORTER_OTLP_TIMEOUT')
    .map((name) => env.integer(name, { default: 0, min: 1, max: MAX_MS }))
    .find((ms) => ms > 0);
  const resource = readPairs(env, 'OTEL_RESOURCE_ATTRIBUTES');
  const everyMs = env.integer('OTEL_BSP_SCHEDULE_DELAY', {
    default: EVERY_MS,
    min: 1,
    max: MAX_MS,
  });
  const sampler = {
    name: env.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on'),
    ratio: readRatio(env),
  } as TracingConfig['sampler'];
  const isOff = env.oneOf('OTEL_SDK_DISABLED', ['true', 'false'], 'false') === 'true';
  if (url === undefined || isOff) return undefined;
  const serviceName = env.text('OTEL_SERVICE_NAME') ?? resource?.['service.name'] ?? SERVICE;
  return {
    target: {
      url,
      headers: headers.find((each) => each !== undefined) ?? {},
      timeoutMs: timeout ?? TIMEOUT_MS,
      everyMs,
    },
    sampler,
    resource: { ...resource, 'service.name': serviceName },
  };
}

/** The variable for traces holds the whole URL; to the general one, the path is appended. */
function readUrl(env: EnvironmentReader): string | undefined {
  const [own, base] = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].map(
    (name) => (env.text(name) === undefined ? undefined : env.address(name, '')),
  );
  return own ?? (base === undefined ? undefined : `${base}${TRACES_PATH}`);
}

/** `name=value` pairs joined by commas, with percent-encoded values, which may be secrets: problems do not quote them. */
function readPairs(env: EnvironmentReader, name: string): Record<string, string> | undefined {
  const text = env.check(name, (given) =>
    pairsIn(given) ? undefined : 'must be name=value, several joined by commas',
  );
  return text === undefined ? undefined : pairsIn(text);
}

function pairsIn(text: string): Record<string, string> | undefined {
  const pairs = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => /^([\w.!#$%&'*+^`|~-]+)=(.*)$/.exec(part));
  if (pairs.some((pair) => !pair)) return undefined;
  try {
    const read = pairs.map((pair) => [pair![1]!, decodeURIComponent(pair![2]!.trim())] as const);
    return read.some(([, value]) => /\p{Cc}/u.test(value)) ? undefined : Object.fromEntries(read);
  } catch {
    return undefined;
  }
}

function readRatio(env: EnvironmentReader): number {
  const text = env.check('OTEL_TRACES_SAMPLER_ARG', (given) =>
    Number(given) >= 0 && Number(given) <= 1 ? undefined : 'must be a number from 0 to 1',
  );
  return text === undefined ? 1 : Number(text);
}
