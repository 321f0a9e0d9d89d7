export * from './device-kind.ts';
export * from './incomplete.ts';
export * from './unfit.ts';
export * from './device.ts';
export * from './device-calls.ts';
export * from './device-parts.ts';
export { deviceFields, deviceIdentity, serial } from './device.fields.ts';
export * from './firmware.ts';
