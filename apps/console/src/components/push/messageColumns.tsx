import type { AdminMessage } from '@host/contracts';

import { stateOfMessage } from '../../composer/stateOfMessage.ts';
import { hrefOf } from '../../navigation/routes.ts';
import { formatCount } from '../../text/formatNumber.ts';
import { ActorName } from '../ActorName.tsx';
import { NameCell } from '../NameCell.tsx';
import { StateBadge } from '../StateBadge.tsx';
import type { Column } from '../Table.tsx';
import { Time } from '../Time.tsx';

/** Messages in a list. */
export const MESSAGE_COLUMNS: readonly Column<AdminMessage>[] = [
  {
    name: 'Message',
    cell: ({ id, title }) => (
      <NameCell name={title ?? 'without a title'} id={id} href={hrefOf('message', { id })} />
    ),
    text: ({ title }) => title,
  },
  { name: 'Id', fileOnly: true, cell: ({ id }) => id, text: ({ id }) => id },
  {
    name: 'State',
    cell: (message) => <StateBadge of={stateOfMessage(message)} />,
    text: ({ state }) => state,
  },
  {
    name: 'To',
    wideOnly: true,
    cell: ({ to }) => to ?? 'devices',
    text: ({ to }) => to ?? 'devices',
  },
  {
    name: 'Sender',
    wideOnly: true,
    cell: ({ sender, senderName }) => (
      <ActorName id={sender} name={senderName} href={hrefOf('messages', {}, { sender })} />
    ),
    text: ({ sender, senderName }) => senderName ?? sender,
  },
  { name: 'Id of the sender', fileOnly: true, cell: () => '', text: ({ sender }) => sender },
  {
    name: 'Sent',
    number: true,
    cell: ({ counts }) => formatCount(counts.sent),
    text: ({ counts }) => counts.sent,
  },
  {
    name: 'Delivered',
    number: true,
    cell: ({ counts }) => formatCount(counts.delivered),
    text: ({ counts }) => counts.delivered,
  },
  {
    name: 'Opened',
    number: true,
    wideOnly: true,
    cell: ({ counts }) => formatCount(counts.opened),
    text: ({ counts }) => counts.opened,
  },
  {
    name: 'Accepted',
    sort: '-createdAt',
    wideOnly: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
    text: ({ createdAt }) => createdAt,
  },
  {
    name: 'Due',
    wideOnly: true,
    cell: ({ createdAt, sendAt }) => <Time at={sendAt} ahead={sendAt > createdAt} />,
    text: ({ sendAt }) => sendAt,
  },
];
