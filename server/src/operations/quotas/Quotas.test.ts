import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';

import type { ApiError } from '../../errors/ApiError.ts';
import { DiskSpace } from './DiskSpace.ts';
import { MAX_BYTES_PER_DAY } from './quotaLimits.ts';
import { type QuotaName, Quotas } from './Quotas.ts';

const MB = 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;
const STRANGER = { address: '198.51.100.1', pool: 'strangers' } as const;

function setUp(options: { free?: number; factor?: number } = {}) {
  const clock = { now: 1_000_000 };
  const space = { total: 100_000 * MB, free: options.free ?? 50_000 * MB };
  const lines: object[] = [];
  const registry = new Registry();
  const quotas = new Quotas({
    registry,
    factor: options.factor,
    disk: new DiskSpace(
      async () => space,
      () => clock.now,
    ),
    logger: { error: (line: object) => void lines.push(line) },
    now: () => clock.now,
  });
  return { quotas, clock, space, lines, registry };
}

describe('quotas', () => {
  it('give a network its part of a day, and the next day another', () => {
    const { quotas, clock } = setUp();
    quotas.admit('devices', STRANGER, MAX_BYTES_PER_DAY.devices.network);
    expect(() => quotas.admit('devices', STRANGER, 1)).toThrow(
      expect.objectContaining({ code: 'quota-exceeded', retryAfterSeconds: 24 * 3600 }),
    );
    quotas.admit('devices', { ...STRANGER, address: '198.51.100.2' }, 1);
    quotas.admit('topics', STRANGER, 1);
    clock.now += 24 * HOUR_MS;
    quotas.admit('devices', STRANGER, 1);
  });

  it.each([
    ['one customer of IPv6', (n: number) => `2001:db8:7:${n.toString(16)}::1`, '2001:db8:8::1'],
    ['256 addresses of IPv4', (n: number) => `198.51.100.${n}`, '198.51.101.1'],
  ])('are not used up by %s, who can have many networks', (_, network, elsewhere) => {
    const { quotas } = setUp();
    for (const name of Object.keys(MAX_BYTES_PER_DAY) as QuotaName[]) {
      const { network: most, whole } = MAX_BYTES_PER_DAY[name];
      const codes = new Set<string>();
      let stored = 0;
      for (let n = 0; n < 200; n++) {
        try {
          quotas.admit(name, { address: network(n), pool: 'strangers' }, most);
          stored += most;
        } catch (error) {
          codes.add((error as ApiError).code);
        }
      }
      expect([...codes]).toEqual(['quota-exceeded']);
      expect(stored).toBeLessThanOrEqual(whole / 8);
      quotas.admit(name, { address: elsewhere, pool: 'strangers' }, most);
    }
  });

  it('keep the budgets of people and known devices apart from those of strangers', () => {
    const { quotas } = setUp();
    const { network, whole } = MAX_BYTES_PER_DAY.schedules;
    for (let n = 0; n < whole / network; n++) {
      quotas.admit('schedules', { address: `10.${n}.0.1`, pool: 'strangers' }, network);
    }
    const refused = { address: '10.200.0.1', pool: 'strangers' } as const;
    expect(() => quotas.admit('schedules', refused, 1)).toThrow(
      expect.objectContaining({ code: 'quota-full' }),
    );
    for (const pool of ['devices', 'people'] as const) {
      quotas.admit('schedules', { address: '10.0.0.1', pool }, network);
    }
  });

  it('leave what is left of the disk to operators, then to people, then to known devices', async () => {
    const { quotas, space, clock } = setUp();
    const storers = (['strangers', 'devices', 'people'] as const).map((pool) => ({
      address: '10.0.0.1',
      pool,
    }));
    const refused = async (free: number) => {
      space.free = free * MB;
      clock.now += HOUR_MS;
      await quotas.recount();
      return storers
        .filter((storer) => {
          try {
            quotas.requireRoom('devices', storer, 1);
            return false;
          } catch (error) {
            return (error as { code: string }).code === 'quota-full';
          }
        })
        .map(({ pool }) => pool);
    };
    expect(await refused(2000)).toEqual([]);
    expect(await refused(1000)).toEqual(['strangers']);
    expect(await refused(500)).toEqual(['strangers', 'devices']);
    expect(await refused(200)).toEqual(['strangers', 'devices', 'people']);
  });

  it('tell the operator once an hour, for each quota, and always in the figures', async () => {
    const { quotas, clock, lines, registry } = setUp();
    const limit = quotas.limitRows('some-rows', 4, async () => 3);
    await quotas.recount();
    for (let n = 0; n < 5; n++) quotas.alert('some-rows');
    quotas.alert('another');
    expect(lines).toEqual([{ quota: 'some-rows' }, { quota: 'another' }]);
    clock.now += HOUR_MS;
    quotas.alert('some-rows');
    expect(lines).toHaveLength(3);

    expect(limit.hasRoom()).toBe(true);
    limit.add(1);
    expect(limit.hasRoom()).toBe(false);
    const figures = await registry.metrics();
    expect(figures).toContain('storage_quota_used_ratio{quota="some-rows"} 1');
    expect(figures).toContain('storage_quota_refusals_total{quota="some-rows"} 6');
    expect(figures).toContain('storage_quota_used_ratio{quota="disk"} 0.5');
  });
});
