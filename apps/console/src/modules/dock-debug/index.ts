export { DockTools } from './dock-tools.tsx';
