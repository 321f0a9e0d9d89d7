export { ViewerList } from './viewer-list.tsx';
export { HandOver } from './hand-over.tsx';
export { DisplayList } from './display-list.tsx';
