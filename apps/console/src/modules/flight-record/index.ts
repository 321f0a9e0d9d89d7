export { BundleButton } from './bundle-button.tsx';
export { PlanFlownOf } from './plan-flown.tsx';
export { Replay } from './replay.tsx';
export { useReplay } from './replay.queries.ts';
