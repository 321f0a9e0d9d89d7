export { ConsentPanel } from './consent-panel.tsx';
export { ControllerFigures, ControllerLive } from './controller-figures.tsx';
