export * from './firmware.ts';
export {
  firmwareCalls,
  type FirmwarePackage,
  type UpgradeOffer,
  type UpgradeRecord,
} from './firmware.calls.ts';
