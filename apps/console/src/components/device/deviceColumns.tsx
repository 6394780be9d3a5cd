import type { DeviceRecord } from '@host/contracts';

import { hrefOf } from '../../navigation/routes.ts';
import { NameCell } from '../NameCell.tsx';
import type { Column } from '../Table.tsx';
import { Time } from '../Time.tsx';
import { DeviceBadge } from './DeviceBadge.tsx';

/** Devices in a list. */
export const DEVICE_COLUMNS: readonly Column<DeviceRecord>[] = [
  {
    name: 'Device',
    cell: ({ id, token }) => (
      <NameCell name={`Device ${id}`} id={shortToken(token)} href={hrefOf('device', { id })} />
    ),
    text: ({ id }) => id,
  },
  {
    name: 'State',
    cell: (device) => <DeviceBadge device={device} />,
    text: ({ connected, quarantined }) =>
      quarantined ?? (connected ? 'connected' : 'not connected'),
  },
  { name: 'Platform', cell: ({ platform }) => platform, text: ({ platform }) => platform },
  { name: 'App', wideOnly: true, cell: ({ app }) => app ?? '—', text: ({ app }) => app },
  {
    name: 'Token',
    cell: ({ token }) => shortToken(token),
    text: ({ token }) => token,
    fileOnly: true,
  },
  {
    name: 'Person',
    wideOnly: true,
    cell: ({ person }) => (person === undefined ? 'nobody' : <code>{person}</code>),
    text: ({ person }) => person,
  },
  {
    name: 'Registered',
    sort: '-createdAt',
    wideOnly: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
    text: ({ createdAt }) => createdAt,
  },
  {
    name: 'Last seen',
    sort: '-lastSeenAt',
    wideOnly: true,
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
    text: ({ lastSeenAt }) => lastSeenAt,
  },
];

const SHOWN = 24;

/** Enough of a token to tell it from others. */
function shortToken(token: string): string {
  return token.length > SHOWN ? `${token.slice(0, SHOWN)}…` : token;
}
