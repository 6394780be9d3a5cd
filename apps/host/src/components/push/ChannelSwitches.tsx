import { Card, Switch } from '@host/kit';

import { CHANNELS } from '../../push/channels.ts';
import { useServices } from '../../services/AppServicesContext.ts';
import { useStore } from '../../common/useStore.ts';

/** What the person wants to hear of. */
export function ChannelSwitches() {
  const { rules } = useServices().push;
  const { mutedChannels } = useStore(rules);
  return (
    <Card>
      {CHANNELS.map(({ id, name, description }) => (
        <Switch
          key={id}
          label={name}
          hint={description}
          value={!mutedChannels.includes(id)}
          onValueChange={(isOn) => void rules.setChannel(id, isOn)}
        />
      ))}
    </Card>
  );
}
