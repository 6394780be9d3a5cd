import { useState } from 'react';

import { Button } from '../components/Button.tsx';
import { Confirm } from '../components/Confirm.tsx';
import { Empty } from '../components/Empty.tsx';
import { Link } from '../components/Link.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { DEVICE_COLUMNS } from '../components/device/deviceColumns.tsx';
import { saveFile } from '../files/saveFile.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useAction } from '../queries/useAction.ts';
import { useList } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';
import { useMay } from '../session/SessionContext.ts';

/** One person: their devices, their data, and its deletion. */
export default function PersonScreen({ params }: { params: Readonly<Record<string, string>> }) {
  const { client } = useServices();
  const { personId = '' } = params;
  const mayLookForPeople = useMay('admin');
  const list = useList(['devices', 'person', personId], (page, signal) =>
    client.findDevices({ ...page, person: personId }, { signal }),
  );
  const exporting = useAction({
    run: () => client.exportPerson(personId),
    said: () => 'Everything that is kept of them is saved.',
    onDone: (data) =>
      saveFile(`person-${personId}.json`, [JSON.stringify(data, null, 2)], 'application/json'),
    whenLost: 'Nothing is saved: try again.',
  });
  return (
    <>
      <PageHeader
        title="A person"
        above={<Link href={hrefOf('people', {})}>People</Link>}
        subtitle={personId}
        actions={
          mayLookForPeople && (
            <>
              <Button busy={exporting.busy} onClick={() => exporting.run(undefined)}>
                Save their data
              </Button>
              <DeleteButton personId={personId} />
            </>
          )
        }
      />
      {exporting.problem && (
        <Notice tone="bad" live>
          {exporting.problem.text}
        </Notice>
      )}
      <ListPanel
        list={list}
        title="Their devices"
        noun="device"
        columns={DEVICE_COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <Empty title="No device of theirs is registered">
            No push reaches them until they sign in on one.
          </Empty>
        }
      />
    </>
  );
}

function DeleteButton({ personId }: { personId: string }) {
  const { client, navigation } = useServices();
  const [isOpen, setOpen] = useState(false);
  const action = useAction({
    run: () => client.deletePerson(personId),
    said: () => 'They are deleted, with everything that was kept of them.',
    onDone: () => navigation.go(hrefOf('people', {})),
  });
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        Delete them…
      </Button>
      {isOpen && (
        <Confirm
          title="Delete this person?"
          verb="Delete for ever"
          danger
          action={action}
          onClose={() => setOpen(false)}
        >
          <p>
            Their account, sessions, devices, notifications, consents and documents are deleted.
            Save their data first, if they asked for it. This cannot be undone.
          </p>
        </Confirm>
      )}
    </>
  );
}
