export * from './gimbal.ts';
export * from './gimbal.calls.ts';
export { gimbalFields } from './gimbal.fields.ts';
