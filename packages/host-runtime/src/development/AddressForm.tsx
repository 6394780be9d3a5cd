import { Button, Card, Input, Text } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useEffect, useRef, useState } from 'react';

import type { Development, OpenDevelopment } from './Development.types.ts';
import { DEVELOPMENT } from './developmentMessages.ts';

const DEFAULT_ADDRESS = 'http://localhost:9002';

export interface AddressFormProps {
  /** What a link or a code named: it is shown, and nobody is asked for it before somebody presses "Open". */
  initial?: string | undefined;
  open: OpenDevelopment;
  onOpen: (development: Development) => void;
}

/** Asks where `miniapp start` runs, and opens the mini-app there. */
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
      // Whoever left meanwhile does not want to see it any more.
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
