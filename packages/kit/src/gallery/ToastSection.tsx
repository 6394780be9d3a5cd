import { Button, useToast } from '@host/kit';

import { Section } from './Section.tsx';

export function ToastSection() {
  const toast = useToast();
  return (
    <Section title="Toasts">
      <Button title="Say something" variant="secondary" onPress={() => toast.show('Copied')} />
      <Button
        title="Say that it worked"
        variant="secondary"
        onPress={() => toast.show('Your order is placed', { tone: 'success' })}
      />
      <Button
        title="Say what can be taken back"
        variant="secondary"
        onPress={() =>
          toast.show('Order deleted', {
            action: { title: 'Undo', onPress: () => toast.show('Order restored') },
          })
        }
      />
      <Button
        title="Say that it failed"
        variant="secondary"
        onPress={() => toast.show('The payment failed', { tone: 'danger' })}
      />
    </Section>
  );
}
