import { networkOf } from './networkOf.ts';

/**
 * The block of addresses that one person or machine can easily have: 256 IPv4 addresses, or the IPv6 prefix that a
 * provider assigns to one customer.
 */
export function neighbourhoodOf(address: string): string {
  const network = networkOf(address);
  const joint = network.includes('.') ? '.' : ':';
  return network.split(joint).slice(0, 3).join(joint);
}
