export { ControllerLive } from './controller-figures.tsx';
