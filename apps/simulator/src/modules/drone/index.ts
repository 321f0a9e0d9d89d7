export * from './drone.ts';
export * from './drone.osd.ts';
export * from './models.ts';
export * from './gear.ts';
