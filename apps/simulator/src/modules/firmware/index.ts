export { FirmwareDesk, type FirmwareHost } from './firmware-desk.ts';
export { fetchSum } from './fetch-sum.ts';
