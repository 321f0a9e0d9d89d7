export * from './resources.ts';
export * from './landing.ts';
