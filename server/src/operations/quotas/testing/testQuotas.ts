import { Registry } from 'prom-client';

import { Quotas } from '../Quotas.ts';

/** Quotas with nothing used. */
export function testQuotas(options: Partial<ConstructorParameters<typeof Quotas>[0]> = {}): Quotas {
  return new Quotas({ registry: new Registry(), ...options });
}
