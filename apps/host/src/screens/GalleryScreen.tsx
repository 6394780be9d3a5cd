import { KitGallery } from '@host/kit/gallery';

import type { ScreenProps } from '../navigation/ScreenProps.types.ts';

/** Every component that mini-apps are built with, in the colours of this host. */
export function GalleryScreen({ navigation }: ScreenProps<'Gallery'>) {
  return (
    <KitGallery
      onBack={() => {
        if (navigation.canGoBack()) navigation.goBack();
        else navigation.replace('Home');
      }}
    />
  );
}
