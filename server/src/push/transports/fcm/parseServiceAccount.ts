import { type KeyObject, createPrivateKey } from 'node:crypto';

import * as z from 'zod/mini';

import { parseJson } from '../parseJson.ts';
import type { FcmOptions } from './FcmTransport.ts';

const ServiceAccount = z.object({
  type: z.literal('service_account'),
  project_id: z.string().check(z.minLength(1)),
  private_key_id: z.string(),
  private_key: z.string(),
  client_email: z.string().check(z.minLength(1)),
  token_uri: z.string().check(
    z.startsWith('https://'),
    z.refine((text) => URL.canParse(text)),
  ),
});

/** Reads the JSON of a service account; undefined if it is not one that can sign. */
export function parseServiceAccount(text: string): FcmOptions['account'] | undefined {
  const parsed = ServiceAccount.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const { data } = parsed;
  const privateKey = rsaKeyIn(data.private_key);
  return (
    privateKey && {
      projectId: data.project_id,
      clientEmail: data.client_email,
      privateKeyId: data.private_key_id,
      privateKey,
      tokenUrl: data.token_uri,
    }
  );
}

function rsaKeyIn(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}
