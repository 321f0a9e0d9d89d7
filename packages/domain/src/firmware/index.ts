export * from './firmware.ts';
export * from './rollout.ts';
export * from './rollout.calls.ts';
export {
  firmwareCalls,
  type FirmwarePackage,
  type UpgradeOffer,
  type UpgradeRecord,
} from './firmware.calls.ts';
