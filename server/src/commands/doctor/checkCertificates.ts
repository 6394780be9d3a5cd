import type { Finding } from '@host/contracts';

import type { Config } from '../../config/Config.types.ts';
import { readCertificateEnd } from '../../operations/certificates/readCertificateEnd.ts';

const what = 'certificates';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Certificates are usually renewed a month before they expire. */
const SOON_DAYS = 14;

type Addresses = Pick<Config, 'baseUrl' | 'cdnUrl' | 'pushGatewayUrl' | 'consoleUrl'>;

/** Checks whether the certificates of the public addresses expire soon. */
export async function checkCertificates(config: Addresses, now = Date.now()): Promise<Finding[]> {
  const { baseUrl, cdnUrl, pushGatewayUrl, consoleUrl } = config;
  const origins = [baseUrl, cdnUrl, pushGatewayUrl, consoleUrl].flatMap((each) =>
    each?.startsWith('https:') ? [new URL(each).origin] : [],
  );
  return Promise.all([...new Set(origins)].map((origin) => checkOrigin(origin, now)));
}

async function checkOrigin(origin: string, now: number): Promise<Finding> {
  const { host } = new URL(origin);
  try {
    const end = await readCertificateEnd(origin);
    const day = new Date(end).toISOString().slice(0, 10);
    const days = Math.floor((end - now) / DAY_MS);
    if (days >= SOON_DAYS) {
      return { what, status: 'ok', detail: `That of ${host} lasts until ${day}.` };
    }
    return {
      what,
      status: end <= now ? 'failed' : 'warning',
      detail: end <= now ? `That of ${host} ended on ${day}.` : `That of ${host} ends on ${day}.`,
      cure: 'Renew it where TLS ends, and look why it was not renewed by itself.',
    };
  } catch (error) {
    const detail = `That of ${host} cannot be read: ${(error as Error).message}.`;
    return { what, status: 'not-checked', detail };
  }
}
