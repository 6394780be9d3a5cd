import { Header, Screen, ToastProvider, useTheme } from '@host/kit';
import { View } from 'react-native';

import { type GallerySection, sections } from './sections.ts';

/** The props of {@link KitGallery}. */
export interface KitGalleryProps {
  /** Shows only this part. */
  only?: GallerySection | undefined;
  /** Adds a back button. */
  onBack?: () => void;
}

/**
 * Every component of the kit in its states, in the theme around it.
 *
 * @example
 * <ThemeProvider theme={ourTheme}>
 *   <KitGallery />
 * </ThemeProvider>
 */
export function KitGallery({ only, onBack }: KitGalleryProps) {
  const { space } = useTheme();
  const shown = Object.entries(sections).filter(([name]) => only === undefined || name === only);
  return (
    <ToastProvider>
      <View role="main" style={{ flex: 1 }}>
        <Screen scroll header={<Header title="Components" {...(onBack && { onBack })} />}>
          <View style={{ alignSelf: 'center', width: '100%', maxWidth: 560, gap: space(8) }}>
            {shown.map(([name, Part]) => (
              <Part key={name} />
            ))}
          </View>
        </Screen>
      </View>
    </ToastProvider>
  );
}
