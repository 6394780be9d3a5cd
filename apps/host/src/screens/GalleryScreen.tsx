import { KitGallery } from '@host/kit/gallery';
import { useEffect } from 'react';

import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { useServices } from '../services/AppServicesContext.ts';

/**
 * The gallery of the kit's components in the colours of this host. It is for developers, so its examples are in English,
 * and without development support its URL shows the not-found screen.
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
