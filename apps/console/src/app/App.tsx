import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useStore } from '../common/useStore.ts';
import { Button } from '../components/Button.tsx';
import { Loading } from '../components/Loading.tsx';
import { Notice } from '../components/Notice.tsx';
import { ToastArea } from '../components/ToastArea.tsx';
import { ServicesContext } from '../services/ServicesContext.ts';
import type { Services } from '../services/createServices.ts';
import { SessionContext } from '../session/SessionContext.ts';
import { UnsentTexts } from '../session/UnsentTexts.tsx';
import type { Arrival } from '../session/takeArrival.ts';
import { Shell } from './Shell.tsx';
import { SignIn } from './SignIn.tsx';
import { SignInAgain } from './SignInAgain.tsx';

interface AppProps {
  services: Services;
  /** What somebody came with. */
  arrival: Arrival;
}

/** The console: who is signed in sees it, everybody else how to sign in. */
export function App({ services, arrival }: AppProps) {
  return (
    <ServicesContext value={services}>
      <QueryClientProvider client={services.queries}>
        <Gate services={services} arrival={arrival} />
        <ToastArea />
      </QueryClientProvider>
    </ServicesContext>
  );
}

function Gate({ services: { session }, arrival }: AppProps) {
  const state = useStore(session.state);
  const { link } = arrival;
  const [refusal, setRefusal] = useState(arrival.refusal);
  useEffect(() => {
    const start = async () => {
      if (link !== undefined) setRefusal(await session.signIn({ link }));
      if (session.state.get().is === 'unknown') await session.check();
    };
    void start();
  }, [session, link]);

  switch (state.is) {
    case 'unknown':
      return <Loading what="the console" />;
    case 'unreachable':
      return (
        <Notice
          tone="bad"
          live
          title="The console cannot be opened"
          action={<Button onClick={() => void session.check()}>Try again</Button>}
        >
          {state.why}
        </Notice>
      );
    case 'out':
      return <SignIn refusal={refusal} />;
    default:
      return (
        // Screens keep what was entered while the same person signs in again; somebody else begins with empty ones.
        <SessionContext key={state.session.actor} value={state.session}>
          <UnsentTexts>
            <Shell />
          </UnsentTexts>
          {state.is === 'ended' && <SignInAgain />}
        </SessionContext>
      );
  }
}
