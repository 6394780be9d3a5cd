import { ToastProvider } from '@host/kit';
import { HostProvider } from '@host/host-runtime';

import { LateConsentSheet } from '../components/LateConsentSheet.tsx';
import type { AppServices } from '../services/AppServices.types.ts';
import { AppServicesProvider } from '../services/AppServicesContext.ts';
import { useBrandTheme } from '../theme/useBrandTheme.ts';
import { Navigation } from './Navigation.tsx';
import { SafeEdges } from './SafeEdges.tsx';

/** The host. */
export function App({ services }: { services: AppServices }) {
  useBrandTheme(services);
  return (
    <AppServicesProvider value={services}>
      <HostProvider host={services.host}>
        <ToastProvider>
          <SafeEdges>
            <Navigation />
          </SafeEdges>
          <LateConsentSheet />
        </ToastProvider>
      </HostProvider>
    </AppServicesProvider>
  );
}
