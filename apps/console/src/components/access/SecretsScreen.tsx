import type { ListRequest, Page } from '@host/api-client';
import type { SecretRotation, TokenQuery } from '@host/contracts';
import { type ReactNode, useState } from 'react';

import { stateOfToken } from '../../access/stateOfToken.ts';
import { useList } from '../../queries/useList.ts';
import { useMay } from '../../session/SessionContext.ts';
import { Badge } from '../Badge.tsx';
import { Button } from '../Button.tsx';
import { Empty } from '../Empty.tsx';
import { Filters, TextFilter } from '../Filters.tsx';
import { IssuedSecret } from '../IssuedSecret.tsx';
import { ListPanel } from '../ListPanel.tsx';
import { NameCell } from '../NameCell.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { RevokeDialog } from '../RevokeDialog.tsx';
import { StateBadge } from '../StateBadge.tsx';
import type { Column } from '../Table.tsx';
import { Time } from '../Time.tsx';
import layout from '../layout.module.css';
import { useSearch } from '../useSearch.ts';
import { useSort } from '../useSort.ts';
import { RotateDialog } from './RotateDialog.tsx';
import type { SecretRecord } from './SecretRecord.types.ts';

/** What a form that issues something is given. */
export interface IssueFormProps<Issued> {
  onClose: () => void;
  onIssued: (issued: Issued) => void;
}

interface SecretsScreenProps<Kept extends SecretRecord, Issued extends Kept> {
  title: string;
  subtitle: string;
  /** What one of them is called. */
  noun: 'token' | 'key';
  /** What its queries are called. */
  name: string;
  /** The same query for both. */
  list: (query: ListRequest<TokenQuery>, options: { signal: AbortSignal }) => Promise<Page<Kept>>;
  rotate: (id: string, rotation: SecretRotation) => Promise<Issued>;
  revoke: (id: string) => Promise<unknown>;
  secretOf: (issued: Issued) => string;
  /** What it may do. */
  columns: readonly Column<Kept>[];
  /** The form that issues one. */
  Form: (props: IssueFormProps<Issued>) => ReactNode;
  /** What holds while there is none. */
  withoutAny: string;
  /** What stays when its secret is replaced. */
  keeps: string;
  /** What follows when it is revoked. */
  revoking: string;
  children?: ReactNode;
}

/** A list of tokens or keys: issuing them, replacing their secrets and revoking them. */
export function SecretsScreen<Kept extends SecretRecord, Issued extends Kept>({
  noun,
  list: read,
  Form,
  ...props
}: SecretsScreenProps<Kept, Issued>) {
  const mayIssue = useMay('admin');
  const [isNew, setNew] = useState(false);
  const [issued, setIssued] = useState<Issued>();
  const [rotated, setRotated] = useState<Kept>();
  const [revoked, setRevoked] = useState<Kept>();
  const [{ q }] = useSearch();
  const sorting = useSort(['createdAt', 'name', 'lastUsedAt', 'expiresAt'], 'createdAt');
  const sort = sorting.sort.word;
  const list = useList([props.name, q, sort], (page, signal) =>
    read({ ...page, q, sort }, { signal }),
  );
  const columns: Column<Kept>[] = [
    {
      name: noun === 'token' ? 'Token' : 'Key',
      sort: 'name',
      cell: ({ id, name }) => <NameCell name={name} id={id} />,
      text: ({ name }) => name,
    },
    { name: 'Id', fileOnly: true, cell: () => '', text: ({ id }) => id },
    {
      name: 'State',
      cell: (each) => <SecretState of={each} />,
      text: (each) => stateOfToken(each, Date.now()).words,
    },
    ...props.columns,
    {
      name: 'Last used',
      sort: '-lastUsedAt',
      wideOnly: true,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === undefined ? <Badge>never</Badge> : <Time at={lastUsedAt} />,
      text: ({ lastUsedAt }) => lastUsedAt ?? 'never',
    },
    {
      name: 'Issued',
      sort: '-createdAt',
      wideOnly: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
    {
      name: 'Ends',
      sort: 'expiresAt',
      cell: ({ expiresAt }) => (expiresAt === undefined ? 'never' : <Time at={expiresAt} ahead />),
      text: ({ expiresAt }) => expiresAt ?? 'never',
    },
    {
      name: 'Actions',
      cell: (each) =>
        each.revokedAt === undefined && (
          <span className={layout.badges}>
            <Button aria-label={`Replace ${each.name}`} onClick={() => setRotated(each)}>
              Replace…
            </Button>
            <Button aria-label={`Revoke ${each.name}`} onClick={() => setRevoked(each)}>
              Revoke…
            </Button>
          </span>
        ),
    },
  ];
  return (
    <>
      <PageHeader
        title={props.title}
        subtitle={props.subtitle}
        actions={
          mayIssue && (
            <Button kind="primary" onClick={() => setNew(true)}>
              Issue a {noun}…
            </Button>
          )
        }
      />
      <Filters>
        <TextFilter name="q" label={`Find a ${noun}`} placeholder="Part of its name or id" />
      </Filters>
      <ListPanel
        list={list}
        sorting={sorting}
        noun={noun}
        file={props.name}
        keyOf={({ id }) => id}
        columns={columns}
        empty={
          q ? (
            <Empty title={`No ${noun} has that in its name or id`} />
          ) : (
            <Empty title={`No ${noun} was issued yet`}>{props.withoutAny}</Empty>
          )
        }
      />
      {props.children}
      {isNew && (
        <Form
          onClose={() => setNew(false)}
          onIssued={(each) => {
            setNew(false);
            setIssued(each);
          }}
        />
      )}
      {issued && (
        <IssuedSecret
          title={`The ${noun} ${issued.name}`}
          secret={props.secretOf(issued)}
          onClose={() => setIssued(undefined)}
        >
          {issued.previous && (
            <>
              The one before works until <Time at={issued.previous.endsAt} ahead />. Until then give
              this one to whoever has it.
            </>
          )}
        </IssuedSecret>
      )}
      {rotated && (
        <RotateDialog
          of={rotated}
          keeps={props.keeps}
          rotate={props.rotate}
          onClose={() => setRotated(undefined)}
          onRotated={(each) => {
            setRotated(undefined);
            setIssued(each);
          }}
        />
      )}
      {revoked && (
        <RevokeDialog
          name={revoked.name}
          run={() => props.revoke(revoked.id)}
          onClose={() => setRevoked(undefined)}
        >
          {props.revoking} Replacing its secret changes it without a gap.
        </RevokeDialog>
      )}
    </>
  );
}

/** Whether it works, and how long the secret of before still does. */
function SecretState({ of }: { of: SecretRecord }) {
  const { previous } = of;
  return (
    <>
      <StateBadge of={stateOfToken(of, Date.now())} />
      {previous && (
        <div className={layout.id}>
          the old one until <Time at={previous.endsAt} ahead />,{' '}
          {previous.lastUsedAt === undefined ? (
            'never used'
          ) : (
            <>
              last used <Time at={previous.lastUsedAt} />
            </>
          )}
        </div>
      )}
    </>
  );
}
