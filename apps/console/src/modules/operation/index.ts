export { HealthBoard } from './health-board.tsx';
export { NoticeList } from './notice-list.tsx';
export { StoredFiles } from './stored-files.tsx';
export { WorkList } from './work-list.tsx';
