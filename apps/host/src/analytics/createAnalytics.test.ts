import { AnalyticsBatch, type AnalyticsEvent } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { createAnalytics } from './createAnalytics.ts';

const NEVER_MS = 1e9;
const seen = (name: string, properties = {}) =>
  ({ appId: 'com.acme.orders', version: '1.0.0', kind: 'screen', name, properties }) as const;

function createSink() {
  const sent: (readonly AnalyticsEvent[])[] = [];
  const sink = { sent, isOnline: true };
  const analytics = createAnalytics({
    installId: 'install-1',
    gatherMs: NEVER_MS,
    send: async (events) => {
      if (!sink.isOnline) throw new Error('offline');
      sent.push(events);
    },
  });
  return { ...sink, analytics, setOnline: (isOnline: boolean) => void (sink.isOnline = isOnline) };
}

describe('analytics', () => {
  it('are sent together, in the form that the server takes', async () => {
    const { analytics, sent } = createSink();
    analytics.record(seen('orders'));
    analytics.record(seen('order', { id: 7, text: 'x'.repeat(999), list: [1], nothing: null }));
    await analytics.flush();
    expect(sent).toHaveLength(1);
    expect(AnalyticsBatch.safeParse({ events: sent[0] }).success).toBe(true);
    expect(sent[0]?.map(({ name }) => name)).toEqual(['orders', 'order']);
    expect(sent[0]?.[1]?.properties).toEqual({ id: 7, text: 'x'.repeat(200), nothing: null });
  });

  it('are sent again under the same ids when they did not arrive', async () => {
    const { analytics, sent, setOnline } = createSink();
    setOnline(false);
    analytics.record(seen('orders'));
    await analytics.flush();
    setOnline(true);
    analytics.record(seen('order'));
    await analytics.flush();
    expect(sent[0]?.map(({ name }) => name)).toEqual(['orders', 'order']);
    expect(new Set(sent[0]?.map(({ id }) => id)).size).toBe(2);
  });

  it('keep the latest when there are too many', async () => {
    const { analytics, sent } = createSink();
    for (let index = 0; index < 600; index++) analytics.record(seen(`s${index}`));
    for (let batch = 0; batch < 6; batch++) await analytics.flush();
    const names = sent.flat().map(({ name }) => name);
    expect(names).toHaveLength(500);
    expect(names.at(-1)).toBe('s599');
  });

  it('send nothing when there is nothing', async () => {
    const { analytics, sent } = createSink();
    await analytics.flush();
    expect(sent).toEqual([]);
  });
});
