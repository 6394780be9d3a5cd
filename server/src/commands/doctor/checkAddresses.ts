import type { Finding } from '@host/contracts';

import type { Config } from '../../config/Config.types.ts';
import { checkWebSockets } from './checkWebSockets.ts';
import { PROBE_TIMEOUT_MS } from './probeTimeout.ts';

const what = 'addresses';

/** Checks that the public addresses lead to this platform. Returns this clock's offset from the answering server, in ms. */
export async function checkAddresses(
  config: Config,
): Promise<{ findings: Finding[]; clockOff: number | undefined }> {
  if (!(await isRunning(config))) {
    const detail = `No server answers on port ${config.port} here.`;
    const cure = 'Start it, and ask again: addresses cannot be looked at before.';
    return { findings: [{ what, status: 'not-checked', detail, cure }], clockOff: undefined };
  }
  const asked = {
    BASE_URL: `${config.baseUrl}/health`,
    CDN_URL: `${config.cdnUrl}/`,
    PUSH_GATEWAY_URL: `${config.pushGatewayUrl}/health`,
  };
  const findings: Finding[] = [];
  let clockOff: number | undefined;
  for (const [name, url] of Object.entries(asked)) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
      await answer.body?.cancel();
      const isAnswer = name === 'CDN_URL' ? answer.status < 500 : answer.status === 200;
      if (!isAnswer) throw new Error(`${url} answers ${answer.status}`);
      findings.push({ what, status: 'ok', detail: `${name} answers.` });
      // A Date header has whole seconds: an offset below two seconds may only be rounding.
      const date = Date.parse(answer.headers.get('date') ?? '');
      if (!Number.isNaN(date)) clockOff ??= Math.trunc((Date.now() - date) / 1000 / 2) * 2000;
    } catch (error) {
      findings.push({
        what,
        status: 'failed',
        detail: `${name} ${new URL(url).origin} does not lead here: ${reasonOf(error)}.`,
        cure: 'Look at DNS, the certificate and the proxy; hosts and devices ask there.',
      });
    }
  }
  const isGatewayThere = findings.some(({ detail }) => detail === 'PUSH_GATEWAY_URL answers.');
  if (isGatewayThere) findings.push(await checkWebSockets(config.pushGatewayUrl));
  return { findings, clockOff };
}

async function isRunning({ port, host }: Config): Promise<boolean> {
  const at = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;
  return fetch(`http://${at}:${port}/health`, {
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? cause?.message ?? message;
}
