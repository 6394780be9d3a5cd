import { parseDeepLink } from '@host/contracts';
import { Button, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Linking, ScrollView } from 'react-native';

import type { HostOptions } from '../HostOptions.types.ts';
import { AddressForm } from './AddressForm.tsx';
import type { Development } from './Development.types.ts';
import { DEVELOPMENT } from './developmentMessages.ts';
import { MiniAppInDevelopment } from './MiniAppInDevelopment.tsx';
import { openDevelopment } from './openDevelopment.ts';

export interface DevelopmentLinksProps {
  /** The options of the app's host, which a mini-app under development gets as well. */
  hostOptions: () => HostOptions | Promise<HostOptions>;
  /** The app, while no link has been followed. */
  children: ReactNode;
}

/**
 * Opens the mini-app from the QR code of `miniapp start --host`, `<scheme>://develop?url=…`, in place of the app, once
 * the person has seen its address and pressed "Open". Only for development builds: otherwise anybody who makes a QR code or
 * a link could run any code in the app.
 *
 * @example
 * const Links = __DEV__
 *   ? lazy(async () => ({ default: (await import('@host/host-runtime/development')).DevelopmentLinks }))
 *   : undefined;
 */
export function DevelopmentLinks({ hostOptions, children }: DevelopmentLinksProps) {
  const { space } = useTheme();
  const t = useMessages(DEVELOPMENT);
  const [address, setAddress] = useState<string>();
  const [development, setDevelopment] = useState<Development>();
  useEffect(() => () => development?.close(), [development]);
  useEffect(() => {
    const follow = (link: string | null) => {
      const named = addressIn(link);
      if (named === undefined) return;
      setDevelopment(undefined);
      setAddress(named);
    };
    const listening = Linking.addEventListener('url', ({ url }) => follow(url));
    // If the initial link cannot be read, the app starts without it.
    Linking.getInitialURL().then(follow, () => {});
    return () => listening.remove();
  }, []);
  const open = useCallback(
    async (entered: string) => openDevelopment(entered, await hostOptions()),
    [hostOptions],
  );
  const leave = () => {
    setDevelopment(undefined);
    setAddress(undefined);
  };
  if (development) return <MiniAppInDevelopment development={development} onLeave={leave} />;
  if (address === undefined) return children;
  return (
    <ScrollView
      keyboardShouldPersistTaps="handled"
      contentContainerStyle={{ gap: space(4), padding: space(4) }}
    >
      <AddressForm key={address} initial={address} open={open} onOpen={setDevelopment} />
      <Button title={t('leave')} variant="plain" onPress={leave} />
    </ScrollView>
  );
}

function addressIn(link: string | null): string | undefined {
  const parsed = link === null ? undefined : parseDeepLink(link);
  return parsed?.parts.join('/') === 'develop' ? parsed.query.get('url') : undefined;
}
