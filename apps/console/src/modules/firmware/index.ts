export { FirmwarePanel } from './firmware-panel.tsx';
