export { Bell } from './bell.tsx';
export { PopupList } from './popup-list.tsx';
export { Preferences } from './preferences.tsx';
export { NoticeStrip } from './notice-strip.tsx';
