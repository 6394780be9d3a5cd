import { Card, Switch } from '@host/kit';
import { useMessages } from '@host/kit/messages';

import { CHANNELS } from '../../push/channels.ts';
import { useServices } from '../../services/AppServicesContext.ts';
import { useStore } from '../../common/useStore.ts';
import { PUSH } from '../../messages/push.ts';

/** A switch per channel. All are off while notifications are off; the choices return when they are turned on again. */
export function ChannelSwitches({ areAnyShown }: { areAnyShown: boolean }) {
  const { rules } = useServices().push;
  const t = useMessages(PUSH);
  const { mutedChannels } = useStore(rules);
  return (
    <Card>
      {CHANNELS.map(({ id }) => (
        <Switch
          key={id}
          label={t(`channel.${id}`)}
          hint={t(`about.${id}`)}
          value={areAnyShown && !mutedChannels.includes(id)}
          disabled={!areAnyShown}
          onValueChange={(isOn) => void rules.setChannel(id, isOn)}
        />
      ))}
    </Card>
  );
}
