export * from './resources.ts';
export * from './landing.ts';
export * from './tree.ts';
export * from './check-all.ts';
