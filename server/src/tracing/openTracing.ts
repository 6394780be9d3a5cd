import { randomUUID } from 'node:crypto';

import type { FastifyBaseLogger } from 'fastify';
import { Counter } from 'prom-client';

import { OtlpExporter, type OtlpTarget } from './OtlpExporter.ts';
import { type SamplerConfig, createSampler } from './Sampler.ts';
import { Tracer } from './Tracer.ts';

/** How traces are recorded, and where they go. */
export interface TracingConfig {
  target: OtlpTarget;
  sampler: SamplerConfig;
  /** The resource attributes of every node, such as `service.name`. */
  resource: Readonly<Record<string, string>>;
}

/** The tracer of a process, with its metrics and its shutdown. */
export interface Tracing {
  tracer: Tracer;
  /** How many spans were sent and dropped. */
  counter: Counter;
  close(): Promise<void>;
}

/** Opens tracing. It connects to the collector only once there is something to send. */
export function openTracing(
  { target, sampler, resource }: TracingConfig,
  logger?: FastifyBaseLogger,
): Tracing {
  const counter = new Counter({
    name: 'trace_spans_total',
    help: 'Spans that were sent to the collector of traces, or dropped',
    labelNames: ['outcome'] as const,
    registers: [],
  });
  const exporter = new OtlpExporter({
    target,
    resource: { 'service.instance.id': randomUUID(), ...resource },
    count: (outcome, spans) => counter.inc({ outcome }, spans),
    logger,
  });
  const tracer = new Tracer({
    sampler: createSampler(sampler),
    export: (span) => exporter.add(span),
  });
  return { tracer, counter, close: () => exporter.close() };
}
