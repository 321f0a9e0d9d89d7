export * from './view.ts';
export { landAt, type Land } from './land-at.ts';
