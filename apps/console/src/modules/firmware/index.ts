export { RolloutsButton } from './rollouts-dialog.tsx';
