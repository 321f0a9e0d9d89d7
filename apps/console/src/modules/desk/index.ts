export { Desk } from './desk.tsx';
export { OpenWatch } from './open-watch.ts';
