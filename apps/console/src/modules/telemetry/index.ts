export { DockRow } from './dock-row.tsx';
export { HealthList } from './health-list.tsx';
export { Instruments, type Aged } from './instruments.tsx';
export { LinkBadges } from './link-badges.tsx';
export { isOld, threeLinks, type ThreeLinks } from './link-ladder.ts';
export { useLive, useUnknownSince, type Live } from './use-live.ts';
export { RestartBanner } from './restart-banner.tsx';
