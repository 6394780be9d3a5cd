import { describe, expect, it } from 'vitest';

import { EnvironmentReader } from './EnvironmentReader.ts';
import { readTracing } from './readTracing.ts';

const read = (environment: Record<string, string>) => {
  const env = new EnvironmentReader(environment);
  return { tracing: readTracing(env), problems: env.problems };
};

describe('where traces go', () => {
  it('is nowhere, unless it is said', () => {
    expect(read({})).toEqual({ tracing: undefined, problems: [] });
    expect(read({ OTEL_SERVICE_NAME: 'push', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toEqual({
      tracing: undefined,
      problems: [],
    });
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'true' };
    expect(read(off).tracing).toBeUndefined();
  });

  it('is said by the variables of OpenTelemetry', () => {
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' })).toEqual({
      tracing: {
        target: {
          url: 'http://collector:4318/v1/traces',
          headers: {},
          timeoutMs: 10_000,
          everyMs: 5000,
        },
        sampler: { name: 'parentbased_always_on', ratio: 1 },
        resource: { 'service.name': 'host-server' },
      },
      problems: [],
    });
    const all = read({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/otlp',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'a=b',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=a%20secret, x-more=c=d',
      OTEL_EXPORTER_OTLP_TIMEOUT: '3000',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_SERVICE_NAME: 'push',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=test',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.01',
    });
    expect(all).toEqual({
      tracing: {
        target: {
          url: 'https://traces.example/otlp',
          headers: { 'x-key': 'a secret', 'x-more': 'c=d' },
          timeoutMs: 3000,
          everyMs: 100,
        },
        sampler: { name: 'traceidratio', ratio: 0.01 },
        resource: { 'service.name': 'push', 'deployment.environment.name': 'test' },
      },
      problems: [],
    });
  });

  it('is refused when it cannot be used, and secrets are not shown', () => {
    const { problems } = read({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_HEADERS: 'secret-without-a-name',
      OTEL_TRACES_SAMPLER: 'jaeger_remote',
      OTEL_TRACES_SAMPLER_ARG: '7',
      OTEL_EXPORTER_OTLP_TIMEOUT: 'soon',
    });
    expect(problems.map((problem) => problem.split(' ', 1)[0])).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_EXPORTER_OTLP_TIMEOUT',
      'OTEL_TRACES_SAMPLER',
      'OTEL_TRACES_SAMPLER_ARG',
    ]);
    expect(problems.join()).not.toContain('secret-without');
  });
});
