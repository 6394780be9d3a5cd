import { AppRegistry } from 'react-native';

import { App } from './app/App.tsx';
import { createWebServices } from './services/createWebServices.ts';
import { registerServiceWorker } from './platform/registerServiceWorker.web.ts';

let tellShown = () => {};
const shown = new Promise<void>((resolve) => (tellShown = resolve));
const services = await createWebServices(shown);
AppRegistry.registerComponent('host', () => () => <App services={services} />);
AppRegistry.runApplication('host', { rootTag: document.getElementById('root') });
tellShown();
registerServiceWorker();
