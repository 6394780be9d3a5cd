import { useEffect, useState } from 'react';

import { type Settings, readSettings, writeSettings } from '../services/settings';

/** The stored settings, once they are loaded, and a function that changes and stores them. */
export function useSettings() {
  const [settings, setSettings] = useState<Settings>();

  useEffect(() => {
    let isCurrent = true;
    void readSettings().then((read) => isCurrent && setSettings(read));
    return () => {
      isCurrent = false;
    };
  }, []);

  const change = (changes: Partial<Settings>) => {
    if (!settings) return;
    const changed = { ...settings, ...changes };
    setSettings(changed);
    void writeSettings(changed);
  };
  return { settings, change };
}
