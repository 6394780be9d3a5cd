import { describe, expect, it } from 'vitest';

import { createSampler } from './Sampler.ts';
import type { Span } from './Span.types.ts';
import { Tracer } from './Tracer.ts';
import { readTraceparent, writeTraceparent } from './traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it('is read as the W3C writes it', () => {
    const read = { traceId: TRACE, spanId: SPAN, isSampled: true };
    expect(readTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual(read);
    expect(readTraceparent(`00-${TRACE}-${SPAN}-00`)).toEqual({ ...read, isSampled: false });
    expect(readTraceparent(`01-${TRACE}-${SPAN}-03-more`)).toEqual(read);
    expect(readTraceparent(writeTraceparent(read))).toEqual(read);
  });

  it.each([
    undefined,
    '',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
  ])('is not taken when it is %s', (text) => {
    expect(readTraceparent(text)).toBeUndefined();
  });
});

describe('a tracer', () => {
  const spansOf = (name: Parameters<typeof createSampler>[0]['name'], ratio = 1) => {
    const spans: Span[] = [];
    const tracer = new Tracer({
      sampler: createSampler({ name, ratio }),
      export: (span) => spans.push(span),
    });
    return { spans, tracer };
  };

  it('goes on with the trace of a caller, and begins one where there is none', () => {
    const { spans, tracer } = spansOf('parentbased_always_on');
    tracer.request('a', `00-${TRACE}-${SPAN}-01`)!.end();
    tracer.request('b', 'nonsense')!.end();
    expect(spans[0]).toMatchObject({ name: 'a', traceId: TRACE, parentId: SPAN });
    expect(spans[1]!.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(spans[1]).toMatchObject({ name: 'b', parentId: undefined });
    expect(spans[1]!.traceId).not.toBe(TRACE);
  });

  it('records what the caller records, and otherwise its share', () => {
    const { tracer } = spansOf('parentbased_traceidratio', 0.25);
    expect(tracer.request('a', `00-${TRACE}-${SPAN}-01`)).toBeDefined();
    expect(tracer.request('a', `00-${TRACE}-${SPAN}-00`)).toBeUndefined();
    const tries = Array.from({ length: 4000 }, () => tracer.request('a', undefined));
    const share = tries.filter(Boolean).length / tries.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.3);
    expect(spansOf('always_off').tracer.request('a', `00-${TRACE}-${SPAN}-01`)).toBeUndefined();
    expect(spansOf('always_on').tracer.request('a', `00-${TRACE}-${SPAN}-00`)).toBeDefined();
  });
});
