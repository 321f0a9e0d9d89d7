export { HandOver } from './hand-over.tsx';
export { DisplayList } from './display-list.tsx';
