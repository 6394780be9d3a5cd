import { AppRegistry } from 'react-native';

import { App } from './app/App.tsx';
import { createWebServices } from './services/createWebServices.ts';
import { registerServiceWorker } from './platform/registerServiceWorker.web.ts';

const services = await createWebServices();
AppRegistry.registerComponent('host', () => () => <App services={services} />);
AppRegistry.runApplication('host', { rootTag: document.getElementById('root') });
registerServiceWorker();
