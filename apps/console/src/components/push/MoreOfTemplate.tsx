import type { MoreOfNotification } from '../../composer/composePush.ts';
import { Button } from '../Button.tsx';
import { Facts } from '../Facts.tsx';
import { Notice } from '../Notice.tsx';

/** What the template brought that the form has no field for: it is sent too, unless it is left out. */
export function MoreOfTemplate({
  more,
  onLeaveOut,
}: {
  more: MoreOfNotification;
  onLeaveOut: () => void;
}) {
  const entries = Object.entries(more);
  if (entries.length === 0) return null;
  return (
    <Notice tone="info" title="The template says more, which is sent too">
      <Facts of={entries.map(([name, value]) => [name, String(value)])} />
      <Button onClick={onLeaveOut}>Leave it out</Button>
    </Notice>
  );
}
