export { DrcDesk, readSticks, type DrcHost } from './drc-desk.ts';
