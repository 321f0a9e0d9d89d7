export * from './open-device.ts';
