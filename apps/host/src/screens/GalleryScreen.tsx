import { KitGallery } from '@host/kit/gallery';
import { useEffect } from 'react';

import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { useServices } from '../services/AppServicesContext.ts';

/**
 * Every component that mini-apps are built with, in the colours of this host. Its examples are in English, for whoever builds
 * with them: other people find nothing at its address.
 */
export function GalleryScreen({ navigation }: ScreenProps<'Gallery'>) {
  const { openDevelopment } = useServices();
  const isForDevelopers = openDevelopment !== undefined;
  useEffect(() => {
    if (!isForDevelopers) navigation.replace('NotFound', { path: 'gallery' });
  }, [navigation, isForDevelopers]);
  if (!isForDevelopers) return null;
  return (
    <KitGallery
      onBack={() => {
        if (navigation.canGoBack()) navigation.goBack();
        else navigation.replace('Home');
      }}
    />
  );
}
