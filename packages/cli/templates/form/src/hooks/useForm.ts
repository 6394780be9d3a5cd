import { useEffect, useState } from 'react';

import { type Problems, findProblems } from '../services/findProblems';
import { EMPTY, type Message, readDraft, sendMessage, writeDraft } from '../services/messages';

/** The values of the form, its validation errors, and sending it. Values are restored after a restart. */
export function useForm(onSent: (message: Message) => void) {
  const [message, setMessage] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    void readDraft().then((draft) => isCurrent && setMessage(draft));
    return () => {
      isCurrent = false;
    };
  }, []);

  const change = (field: keyof Message, value: string) => {
    const changed = { ...message, [field]: value };
    setMessage(changed);
    // An error is hidden while its field is edited, and shown again on the next attempt if it remains.
    setProblems((found) => ({ ...found, [field]: undefined }));
    void writeDraft(changed);
  };

  const send = async () => {
    const found = findProblems(message);
    setProblems(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return;
    setSending(true);
    try {
      await sendMessage(message);
      await writeDraft(EMPTY);
      setMessage(EMPTY);
      onSent(message);
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setSending(false);
    }
  };
  return { message, problems, failure, isSending, change, send };
}
