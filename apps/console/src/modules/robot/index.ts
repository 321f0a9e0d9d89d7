export { robotLook } from './robot-style.ts';
