import { useStore } from '../common/useStore.ts';
import { Button } from '../components/Button.tsx';
import { Notice } from '../components/Notice.tsx';
import { useServices } from '../services/ServicesContext.ts';

/** Says that what is shown may be old, until it is not any more. */
export function LostConnection() {
  const { live } = useServices();
  if (useStore(live.state) !== 'lost') return null;
  return (
    <Notice
      tone="warn"
      live
      title="The connection is lost"
      action={<Button onClick={live.retry}>Try now</Button>}
    >
      What you see may be old. It is tried again by itself.
    </Notice>
  );
}
