import { ScheduledId, ScheduledNotification, ScheduledNotifications } from '@host/contracts';
import * as z from 'zod/mini';

import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { requireDevice } from '../devices/deviceAuth.ts';
import type { DeviceSchedule } from './DeviceSchedule.ts';

const tags = ['devices'];
const params = z.object({ id: ScheduledId });

interface DeviceScheduleRoutesDeps {
  db: Database;
  schedule: DeviceSchedule;
}

/** The messages that a device schedules for itself. */
export function deviceScheduleRoutes(
  app: TypedApp,
  { db, schedule }: DeviceScheduleRoutesDeps,
): void {
  app.get(
    '/v1/push/scheduled',
    {
      schema: {
        tags,
        summary: 'List what this device has scheduled for itself',
        response: { 200: ScheduledNotifications },
      },
    },
    async (request) => schedule.list(await requireDevice(db, request)),
  );

  app.put(
    '/v1/push/scheduled/:id',
    {
      schema: {
        tags,
        summary: 'Have a notification sent to this device at a time',
        description:
          'With the key of the device. The same id replaces what is not sent yet; the same again does nothing. It arrives with `data` alone, which has the notification as JSON, and is in no inbox. See docs/push-protocol.md.',
        params,
        body: ScheduledNotification,
        response: { 200: ScheduledNotifications },
      },
    },
    async (request) => {
      const device = await requireDevice(db, request);
      await schedule.put(device, request.params.id, request.body, request.address);
      return schedule.list(device);
    },
  );

  app.delete(
    '/v1/push/scheduled/:id',
    {
      schema: {
        tags,
        summary: 'Cancel a notification that this device scheduled for itself',
        params,
        response: { 200: ScheduledNotifications },
      },
    },
    async (request) => {
      const device = await requireDevice(db, request);
      await schedule.cancel(device, request.params.id);
      return schedule.list(device);
    },
  );
}
