export * from './gimbal.ts';
export * from './gimbal.calls.ts';
