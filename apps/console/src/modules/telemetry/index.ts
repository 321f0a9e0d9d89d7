export { HeadsUp } from './heads-up-view.tsx';
export { Instruments } from './instruments.tsx';
export { LinkBadges } from './link-badges.tsx';
export { threeLinks, type ThreeLinks } from './link-ladder.ts';
export { useLive, useUnknownSince, type Live } from './use-live.ts';
export { RestartBanner } from './restart-banner.tsx';
