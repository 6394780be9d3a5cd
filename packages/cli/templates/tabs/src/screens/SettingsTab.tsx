import { Card, Switch } from '@host/kit';

import type { Settings } from '../services/settings';

interface SettingsTabProps {
  settings: Settings;
  onChange: (changes: Partial<Settings>) => void;
}

export function SettingsTab({ settings, onChange }: SettingsTabProps) {
  return (
    <Card>
      <Switch
        label="Show tips"
        hint="On the overview"
        value={settings.showsTips}
        onValueChange={(showsTips) => onChange({ showsTips })}
      />
    </Card>
  );
}
