import { storage } from '@host/miniapp-sdk';

/** What somebody has chosen. */
export interface Settings {
  showsTips: boolean;
}

const KEY = 'settings';
const DEFAULTS: Settings = { showsTips: true };

export async function readSettings(): Promise<Settings> {
  return { ...DEFAULTS, ...(await storage.get<Partial<Settings>>(KEY)) };
}

export function writeSettings(settings: Settings): Promise<void> {
  return storage.set(KEY, settings);
}
