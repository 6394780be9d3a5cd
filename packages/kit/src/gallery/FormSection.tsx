import { Card, Input, Switch } from '@host/kit';
import { useState } from 'react';

import { Section } from './Section.tsx';

export function FormSection() {
  const [name, setName] = useState('Ada Lovelace');
  const [password, setPassword] = useState('correct horse');
  const [hasUpdates, setUpdates] = useState(true);
  const [hasOffers, setOffers] = useState(false);
  return (
    <Section title="Forms">
      <Input label="Name" value={name} onChangeText={setName} autoComplete="name" />
      <Input
        label="Email"
        placeholder="you@example.com"
        hint="We send the receipt there."
        keyboardType="email-address"
      />
      <Input
        label="Card number"
        defaultValue="4242 4242"
        error="A card number has 16 digits."
        keyboardType="number-pad"
      />
      <Input label="Password" secure value={password} onChangeText={setPassword} />
      <Input label="Country" value="Norway" disabled hint="Comes from your account." />
      <Input label="Note" placeholder="Leave it at the door" multiline numberOfLines={3} />
      <Card>
        <Switch
          label="Order updates"
          hint="When a parcel is near"
          value={hasUpdates}
          onValueChange={setUpdates}
        />
        <Switch label="Offers" value={hasOffers} onValueChange={setOffers} />
        <Switch label="Sounds" hint="Off on this device" value disabled onValueChange={() => {}} />
      </Card>
    </Section>
  );
}
