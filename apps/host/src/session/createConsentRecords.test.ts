import { createObservable } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import type { ServerRequest } from '../common/askServer.ts';
import { createConsentRecords } from './createConsentRecords.ts';
import type { SessionState } from './Session.types.ts';

const APP = 'com.acme.orders';
const ADA = {
  status: 'signed-in',
  person: { id: 'ada', name: 'Ada', emailVerified: false },
} satisfies SessionState;
const CONSENT = { appId: APP, permission: 'user', state: 'granted', answeredAt: '2026-01-01' };

function open(status: number, body: object) {
  const state = createObservable<SessionState>(ADA);
  const sent: ServerRequest[] = [];
  const records = createConsentRecords({
    state,
    async send(request) {
      sent.push(request);
      return { ok: status < 300, status, text: JSON.stringify(body) };
    },
  });
  return { records, sent, state };
}

describe('the answers of a person', () => {
  it('are kept, listed and forgotten under their session', async () => {
    const { records, sent } = open(200, { ...CONSENT, items: [CONSENT] });
    const answer = { appId: APP, permission: 'user', state: 'declined' } as const;
    expect(await records.answer('ada', answer, 7)).toBe('granted');
    expect(await records.list('ada')).toEqual([CONSENT]);
    await records.forget('ada', APP);
    expect(sent).toEqual([
      {
        method: 'PUT',
        path: `/v1/consents/${APP}/user`,
        body: { state: 'declined', secondsAgo: 7 },
      },
      { method: 'GET', path: '/v1/consents' },
      { method: 'DELETE', path: `/v1/consents/${APP}` },
    ]);
  });

  it('are never sent as those of somebody else', async () => {
    const { records, sent, state } = open(200, CONSENT);
    state.set({ status: 'signed-in', person: { ...ADA.person, id: 'bob' } });
    const answer = { appId: APP, permission: 'user', state: 'granted' } as const;
    await expect(records.answer('ada', answer, 0)).rejects.toThrow('Somebody else');
    await expect(records.list('ada')).rejects.toThrow('Somebody else');
    await expect(records.forget('ada', APP)).rejects.toThrow('Somebody else');
    expect(sent).toEqual([]);
  });

  it('to a mini-app that the server does not know stay on this device', async () => {
    const problem = { type: 'about:blank', title: 'x', status: 404, detail: 'x' };
    const { records } = open(404, { ...problem, code: 'mini-program-not-found' });
    const answer = { appId: APP, permission: 'user', state: 'granted' } as const;
    expect(await records.answer('ada', answer, 0)).toBeUndefined();
    const broken = open(503, { ...problem, code: 'unavailable' });
    await expect(broken.records.answer('ada', answer, 0)).rejects.toMatchObject({ status: 503 });
  });
});
