import { ToastProvider } from '@host/kit';
import { HostProvider } from '@host/host-runtime';

import { ConsentSheet } from '../components/ConsentSheet.tsx';
import type { AppServices } from '../services/AppServices.types.ts';
import { AppServicesProvider } from '../services/AppServicesContext.ts';
import { useBrandTheme } from '../theme/useBrandTheme.ts';
import { Navigation } from './Navigation.tsx';
import { SafeEdges } from './SafeEdges.tsx';

/** The root component of the host. */
export function App({ services }: { services: AppServices }) {
  useBrandTheme(services);
  return (
    <AppServicesProvider value={services}>
      <HostProvider host={services.host}>
        <ToastProvider>
          <SafeEdges>
            <Navigation />
          </SafeEdges>
          <ConsentSheet />
        </ToastProvider>
      </HostProvider>
    </AppServicesProvider>
  );
}
