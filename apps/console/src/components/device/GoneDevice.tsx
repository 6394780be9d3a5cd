import { LIMITS } from '@host/contracts';

import { hrefOf } from '../../navigation/routes.ts';
import { Empty } from '../Empty.tsx';
import { Link } from '../Link.tsx';
import { PageHeader } from '../PageHeader.tsx';

const DAYS = LIMITS.deviceSeconds / (24 * 60 * 60);

/** A device that is not known any more, as links of older messages may lead to one. */
export function GoneDevice({ id }: { id: string }) {
  return (
    <>
      <PageHeader
        title={`Device ${id}`}
        above={<Link href={hrefOf('devices', {})}>Devices</Link>}
      />
      <Empty title="This device is not registered">
        Somebody unregistered it, its app was removed, or it was not seen for {DAYS} days; one that
        never connected is forgotten after a week. Nothing is sent to it. When its app is opened
        again, it registers as a new device, with another number.
      </Empty>
    </>
  );
}
