import { Suspense, lazy } from 'react';

import { useStore } from '../common/useStore.ts';
import { useServices } from '../services/AppServicesContext.ts';

const ConsentSheet = lazy(async () => ({
  default: (await import('./ConsentSheet.tsx')).ConsentSheet,
}));

/** What a mini-app asks the person for; it comes with the first question. */
export function LateConsentSheet() {
  const prompt = useStore(useServices().consents.current);
  if (!prompt) return null;
  return (
    <Suspense fallback={null}>
      <ConsentSheet />
    </Suspense>
  );
}
