import { Button, Card, Input, Text } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useEffect, useRef, useState } from 'react';

import type { Development, OpenDevelopment } from './Development.types.ts';
import { DEVELOPMENT } from './developmentMessages.ts';

const DEFAULT_ADDRESS = 'http://localhost:9002';

export interface AddressFormProps {
  /** The address from a link or QR code: it is only shown, and no request is sent before somebody presses "Open". */
  initial?: string | undefined;
  open: OpenDevelopment;
  onOpen: (development: Development) => void;
}

/** Asks for the address of `miniapp start`, and opens the mini-app from there. */
export function AddressForm({ initial = DEFAULT_ADDRESS, open, onOpen }: AddressFormProps) {
  const t = useMessages(DEVELOPMENT);
  const [address, setAddress] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [isOpening, setOpening] = useState(false);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const submit = async () => {
    setOpening(true);
    setProblem(undefined);
    try {
      const development = await open(address);
      // Ignored if the person has left the form meanwhile.
      if (isThere.current) onOpen(development);
      else development.close();
    } catch (error) {
      setProblem((error as Error).message);
      setOpening(false);
    }
  };
  return (
    <>
      <Text muted>{t('intro')}</Text>
      <Card>
        <Input
          label={t('address')}
          inputMode="url"
          autoCapitalize="none"
          autoCorrect={false}
          value={address}
          onChangeText={setAddress}
          onSubmitEditing={() => void submit()}
          error={problem}
        />
        <Button title={t('open')} loading={isOpening} onPress={() => void submit()} />
      </Card>
    </>
  );
}
