import { describe, expect, it } from 'vitest';

import { deviceLifecycleViolations } from './deviceLifecycleViolations.ts';

const violationsOf = (path: string, text: string) =>
  deviceLifecycleViolations([{ path: `src/${path}`, text }]);

describe('the rule that one folder owns the life of devices', () => {
  const statements: [string, string][] = [
    ["tx.run('INSERT INTO devices (token) VALUES (?)', token)", 'adds devices'],
    ["tx.run('DELETE FROM devices WHERE id = ?', id)", 'deletes devices'],
    [
      'tx.run(`UPDATE devices SET platform = ?,\n  person_id = NULL WHERE id = ?`)',
      'changes the owner or the token of devices',
    ],
    [
      "tx.run('UPDATE devices SET owner_since = ? WHERE owner_id = ?')",
      'changes the owner or the token of devices',
    ],
    [
      "tx.run('UPDATE devices SET token = ? WHERE id = ?')",
      'changes the owner or the token of devices',
    ],
    ["tx.run('DELETE FROM topic_subscriptions WHERE topic = ?')", 'ends subscriptions'],
    ["const FORGET = rowDeletion('devices');", 'deletes devices'],
    ["const END = rowDeletion('topic_subscriptions');", 'ends subscriptions'],
    [
      "const GIVE = rowUpdate({\n  table: 'devices',\n  set: 'person_id = ?',\n  where: 'id = ?',\n});",
      'changes the owner or the token of devices',
    ],
    [
      "const TAKE = rowClaim({ where: 'id > ?', set: `last_seen = ?, token = ?`, table: 'devices' });",
      'changes the owner or the token of devices',
    ],
  ];
  it.each(statements)('names who has a statement of its own: %s', (text, does) => {
    expect(violationsOf('push/Housekeeping.ts', text)).toEqual([
      `push/Housekeeping.ts ${does}, which only push/device-lifecycle/ may.`,
    ]);
    expect(violationsOf('push/device-lifecycle/ownershipRows.ts', text)).toEqual([]);
    expect(violationsOf('push/Housekeeping.test.ts', text)).toEqual([]);
  });

  it('lets others change what has nothing to do with the owner', () => {
    const statement = "tx.run('UPDATE devices SET last_seen = ? WHERE person_id = ?')";
    expect(violationsOf('push/live/rows.ts', statement)).toEqual([]);
    const made = [
      "rowUpdate({ table: 'devices', set: 'position = ?', where: 'id = ? AND token = ?' })",
      "rowUpdate({ table: 'people', set: 'token = ?', where: 'id = ?' })",
      "rowDeletion('device_groups')",
    ];
    expect(violationsOf('push/live/rows.ts', made.join(';\n'))).toEqual([]);
    const others = 'DELETE FROM devices_seen; DELETE FROM device_groups; INSERT INTO device_keys';
    expect(violationsOf('push/a.ts', others)).toEqual([]);
  });

  it.each([
    ['push/topics/TopicService.ts', '../device-lifecycle/ownershipRows.ts'],
    ['push/topics/TopicService.ts', '../device-lifecycle/subscriptionRows.ts'],
    ['push/registration/registerDevice.ts', '../inbox/collectInboxes.ts'],
  ])('names %s when it does a part of an operation by hand: %s', (file, imported) => {
    const part = imported.replace('..', 'push');
    expect(violationsOf(file, `import { change } from '${imported}';`)).toEqual([
      `${file} imports ${part}: use an operation of push/device-lifecycle/ instead.`,
    ]);
    expect(violationsOf(file, `import type { Row } from '${imported}';`)).toEqual([]);
  });

  it('lets the operations and the inbox itself use these parts', () => {
    const rows = `import { deleteDevices } from './ownershipRows.ts';`;
    expect(violationsOf('push/device-lifecycle/removeDevices.ts', rows)).toEqual([]);
    const collect = `import { collectInboxes } from './collectInboxes.ts';`;
    expect(violationsOf('push/inbox/Inbox.ts', collect)).toEqual([]);
  });
});
