export * from './dock.ts';
export * from './dock-parameter.ts';
export * from './dock.calls.ts';
export type { ReportedDevice, ReportedFirmware, ReportedPsdk } from './calls-of-reports.ts';
export { gatewayKey } from './gateway-key.ts';
