import { Suspense, lazy } from 'react';

import { useServices } from '../../services/AppServicesContext.ts';
import { useStore } from '../../common/useStore.ts';

const PushLayer = lazy(async () => ({ default: (await import('./PushLayer.tsx')).PushLayer }));

/** Renders the PushLayer once push has started. */
export function LatePushLayer({ isInCenter }: { isInCenter: boolean }) {
  const state = useStore(useServices().push.state);
  if (state.status !== 'started') return null;
  return (
    <Suspense fallback={null}>
      <PushLayer push={state.push} isInCenter={isInCenter} />
    </Suspense>
  );
}
