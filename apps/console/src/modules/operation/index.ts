export { HealthBoard } from './health-board.tsx';
export { NoticeList } from './notice-list.tsx';
export { StoredFiles } from './stored-files.tsx';
export { TimerList } from './timer-list.tsx';
export { WorkList } from './work-list.tsx';
