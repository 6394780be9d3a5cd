import { Card, Text } from '@host/kit';

export function OverviewTab({ showsTips }: { showsTips: boolean }) {
  return (
    <>
      <Card>
        <Text variant="title">Welcome</Text>
        <Text muted>Each tab is a file in src/screens.</Text>
      </Card>
      {showsTips ? (
        <Card>
          <Text variant="label">Tip</Text>
          <Text muted>Tips can be turned off in the settings, and stay off.</Text>
        </Card>
      ) : null}
    </>
  );
}
