export { FirmwarePanel } from './firmware-panel.tsx';
export { RolloutsButton } from './rollouts-dialog.tsx';
