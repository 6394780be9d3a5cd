import { expect, it } from 'vitest';

import { deviceRemovalViolations } from './deviceRemovalViolations.ts';

const violationsOf = (path: string, text: string) =>
  deviceRemovalViolations([{ path: `src/${path}`, text }]);

it('whoever deletes rows of devices by themselves is named', () => {
  const text = "tx.run('DELETE FROM devices WHERE id = ?', id)";
  expect(violationsOf('push/Housekeeping.ts', text)).toEqual([
    'push/Housekeeping.ts deletes rows of devices, which only push/devices/deviceRows.ts may.',
  ]);
  expect(violationsOf('push/devices/deviceRows.ts', text)).toEqual([]);
  expect(violationsOf('push/Housekeeping.test.ts', text)).toEqual([]);
  expect(violationsOf('push/a.ts', 'DELETE FROM devices_seen; DELETE FROM device_groups')).toEqual(
    [],
  );
});

it('whoever deletes devices without collecting for their people is named', () => {
  const text = "import { deleteDevices } from '../devices/deviceRows.ts';";
  expect(violationsOf('push/topics/TopicService.ts', text)).toEqual([
    'push/topics/TopicService.ts uses deleteDevices: forgetDevices collects the inboxes of their people first.',
  ]);
  expect(violationsOf('push/removal/forgetDevices.ts', text)).toEqual([]);
  expect(violationsOf('push/devices/forgetDevicesOf.ts', text)).toEqual([]);
});
