import type { Role, RoleTable } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';

import { ROLE_WORDS } from '../../access/roleWords.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { countOf } from '../../text/formatNumber.ts';
import { Loaded } from '../Loaded.tsx';
import { Panel } from '../Panel.tsx';
import { SavableTable } from '../SavableTable.tsx';
import { type Column, Table } from '../Table.tsx';
import styles from './RolesPanel.module.css';

type Action = RoleTable['actions'][number];

/** What each role may do, as the server checks it: every action of its API by role. */
export function RolesPanel() {
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['roles'],
    queryFn: ({ signal }) => client.readRoles({ signal }),
    // It changes with the server's version alone.
    staleTime: Infinity,
  });
  return (
    <Panel title="What each role may do" flush>
      <Loaded query={query} what="the roles">
        {({ roles, actions }) => (
          <>
            <Table
              label="Roles"
              rows={roles}
              keyOf={({ role }) => role}
              columns={[
                { name: 'Role', cell: ({ role }) => role },
                { name: 'What for', cell: ({ role }) => ROLE_WORDS[role] },
                { name: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
                {
                  name: 'Actions',
                  number: true,
                  cell: ({ role }) => actions.filter((each) => each.roles.includes(role)).length,
                },
              ]}
            />
            <details className={styles.all}>
              <summary>Each of the {countOf(actions.length, 'action')}, and who may do it</summary>
              <SavableTable
                label="Actions by role"
                file="actions-by-role"
                rows={actions}
                keyOf={({ method, path }) => `${method} ${path}`}
                columns={columnsFor(roles.map(({ role }) => role))}
              />
            </details>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function columnsFor(roles: readonly Role[]): Column<Action>[] {
  return [
    {
      name: 'Action',
      cell: ({ summary, method, path }) => (
        <div className={styles.action}>
          {summary}
          <code>
            {method} {path}
          </code>
        </div>
      ),
      text: ({ summary }) => summary,
    },
    { name: 'Method', fileOnly: true, cell: () => '', text: ({ method }) => method },
    { name: 'Path', fileOnly: true, cell: () => '', text: ({ path }) => path },
    ...roles.map((role): Column<Action> => ({
      name: role,
      cell: (action) => (action.roles.includes(role) ? 'yes' : '–'),
      text: (action) => (action.roles.includes(role) ? 'yes' : 'no'),
    })),
  ];
}
