import { api, storage } from '@host/miniapp-sdk';

/** The values of the form. */
export interface Message {
  name: string;
  email: string;
  text: string;
}

export const EMPTY: Message = { name: '', email: '', text: '' };

const DRAFT = 'draft';

export async function sendMessage(message: Message): Promise<void> {
  await api.post('/sample/messages', message);
}

export async function readDraft(): Promise<Message> {
  return (await storage.get<Message>(DRAFT)) ?? EMPTY;
}

export function writeDraft(message: Message): Promise<void> {
  return storage.set(DRAFT, message);
}
