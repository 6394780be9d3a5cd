import { networkOf } from './networkOf.ts';

/**
 * Where an address lies, as far as one person or machine can easily have many of them: 256 neighbours of IPv4, and for
 * IPv6 what a provider gives to one customer.
 */
export function neighbourhoodOf(address: string): string {
  const network = networkOf(address);
  const joint = network.includes('.') ? '.' : ':';
  return network.split(joint).slice(0, 3).join(joint);
}
