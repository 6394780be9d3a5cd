import { storage } from '@host/miniapp-sdk';

/** The settings of the person. */
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
