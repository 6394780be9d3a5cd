import { type ComponentType, useEffect, useState } from 'react';

import { useStore } from '../common/useStore.ts';
import { useServices } from '../services/AppServicesContext.ts';

/** What a mini-app asks the person for; it comes with the first question, and at once with every other. */
export function LateConsentSheet() {
  const prompt = useStore(useServices().consents.current);
  const [Sheet, setSheet] = useState<ComponentType>();
  const isMissing = prompt !== undefined && Sheet === undefined;
  useEffect(() => {
    // What cannot be fetched is fetched for the next question: nobody has answered this one.
    if (isMissing) void load().then((loaded) => loaded && setSheet(() => loaded));
  }, [isMissing, prompt]);
  return Sheet ? <Sheet /> : null;
}

async function load(): Promise<ComponentType | undefined> {
  try {
    return (await import('./ConsentSheet.tsx')).ConsentSheet;
  } catch {
    return undefined;
  }
}
