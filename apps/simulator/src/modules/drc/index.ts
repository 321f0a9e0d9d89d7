export { DrcDesk, type DrcHost } from './drc-desk.ts';
