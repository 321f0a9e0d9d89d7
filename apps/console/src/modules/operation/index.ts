export { HealthBoard } from './health-board.tsx';
export { KeptFiles } from './kept-files.tsx';
export { WorkList } from './work-list.tsx';
