import type { Finding } from '@host/contracts';

import type { Config } from '../../config/Config.types.ts';
import { dataPlaces } from '../dataPlaces.ts';
import { lookAtAddresses } from './lookAtAddresses.ts';
import { lookAtBus } from './lookAtBus.ts';
import { lookAtCertificates } from './lookAtCertificates.ts';
import { lookAtClock } from './lookAtClock.ts';
import { lookAtConfiguration } from './lookAtConfiguration.ts';
import { lookAtDatabase } from './lookAtDatabase.ts';
import { lookAtMachine } from './lookAtMachine.ts';
import { lookAtObjects } from './lookAtObjects.ts';
import { lookAtSecrets } from './lookAtSecrets.ts';

/** Checks a configuration and everything that it refers to. Findings never contain a secret. */
export async function examine(config: Config): Promise<Finding[]> {
  const places = dataPlaces(config);
  const [secrets, machine, database, objects, bus, addresses, certificates] = await Promise.all([
    lookAtSecrets(config, places.folder),
    lookAtMachine(places.folder),
    lookAtDatabase(places),
    lookAtObjects(places),
    lookAtBus(config.natsUrl),
    lookAtAddresses(config),
    lookAtCertificates(config),
  ]);
  const clock = lookAtClock({ 'the database': database.clockOff, BASE_URL: addresses.clockOff });
  return [
    ...lookAtConfiguration(config),
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
