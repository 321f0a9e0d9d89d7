export { PayloadPanel } from './payload-panel.tsx';
