export { HealthBoard } from './health-board.tsx';
export { NoticeList } from './notice-list.tsx';
export { KeptFiles } from './kept-files.tsx';
export { WorkList } from './work-list.tsx';
