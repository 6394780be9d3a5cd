import { KitGallery, gallerySections } from '@host/kit/gallery';
import { setHostTheme } from '@host/kit/host';
import { AppRegistry } from 'react-native-web';

const section = new URLSearchParams(location.search).get('section') ?? undefined;

// For the tests.
Object.assign(globalThis, { gallerySections, setHostTheme });
AppRegistry.registerComponent('gallery', () => () => <KitGallery only={section} />);
AppRegistry.runApplication('gallery', { rootTag: document.getElementById('root') });
