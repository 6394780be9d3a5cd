import { UnregisteredDevice } from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { AdminActions } from '../../operations/actions/AdminActions.ts';
import { changeOf } from '../../operations/audit/changeOf.ts';
import { removeDevices } from '../device-lifecycle/removeDevices.ts';
import { lockDevice } from '../devices/deviceRows.ts';
import { DeviceId } from './DeviceId.ts';

/** Unregistering somebody else's device. */
export function unregisterRoute(app: TypedApp, { actions }: { actions: AdminActions }): void {
  app.delete(
    '/devices/:id',
    {
      config: { scope: 'admin' },
      schema: {
        tags: ['devices'],
        security: [{ token: [] }],
        summary: 'Unregister a device as an operator',
        description:
          'Nothing is sent to it any more, and its connection ends. What was sent before stays in the inbox of its person. The app can register it again. Scope: `admin`.',
        params: z.object({ id: DeviceId }),
        response: { 200: UnregisteredDevice },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      return actions.perform(
        request,
        reply,
        { action: 'device.unregister', target: id },
        (commit) =>
          commit(async (tx) => {
            const device = await lockDevice(tx, Number(id));
            if (!device) throw new ApiError('device-not-found', `There is no device ${id}.`);
            await removeDevices(tx, [device.id]);
            const { platform, app: hostApp } = device;
            const change = changeOf({ platform, app: hostApp ?? undefined }, undefined);
            return { status: 200, body: { id }, details: { platform }, change };
          }),
      );
    },
  );
}
