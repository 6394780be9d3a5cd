import type { Finding } from '@host/contracts';

import type { Config } from '../../config/Config.types.ts';
import { dataPlaces } from '../dataPlaces.ts';
import { checkAddresses } from './checkAddresses.ts';
import { checkBus } from './checkBus.ts';
import { checkCertificates } from './checkCertificates.ts';
import { checkClock } from './checkClock.ts';
import { checkConfiguration } from './checkConfiguration.ts';
import { checkDatabase } from './checkDatabase.ts';
import { checkMachine } from './checkMachine.ts';
import { checkObjects } from './checkObjects.ts';
import { checkSecrets } from './checkSecrets.ts';

/** Checks a configuration and everything that it refers to. Findings never contain a secret. */
export async function examine(config: Config): Promise<Finding[]> {
  const places = dataPlaces(config);
  const [secrets, machine, database, objects, bus, addresses, certificates] = await Promise.all([
    checkSecrets(config, places.folder),
    checkMachine(places.folder),
    checkDatabase(places),
    checkObjects(places),
    checkBus(config.natsUrl),
    checkAddresses(config),
    checkCertificates(config),
  ]);
  const clock = checkClock({ 'the database': database.clockOff, BASE_URL: addresses.clockOff });
  return [
    ...checkConfiguration(config),
    ...secrets,
    ...machine,
    clock,
    ...database.findings,
    objects,
    ...bus,
    ...addresses.findings,
    ...certificates,
  ];
}
