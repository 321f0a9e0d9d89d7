export * from './drone.ts';
export * from './drone.osd.ts';
export * from './models.ts';
export * from './gear.ts';
export * from './lights.ts';
export * from './sight.ts';
export { areaSeen, jointAt, jointCell, warmthSeen, type HotJoint, type ThermalLook } from './warmth.ts';
