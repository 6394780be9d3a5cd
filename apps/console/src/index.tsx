// oxlint-disable-next-line import/no-unassigned-import -- the stylesheet of everything
import './theme/tokens.css';

import { createRoot } from 'react-dom/client';

import { App } from './app/App.tsx';
import { createServices } from './services/createServices.ts';
import { takeArrival } from './session/takeArrival.ts';

const services = createServices(window);
const arrival = takeArrival(window);
const root = document.querySelector('#root');
if (root) createRoot(root).render(<App services={services} arrival={arrival} />);
