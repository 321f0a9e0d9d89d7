export { measureText } from './measure-text.ts';
export { Measures } from './measures.tsx';
export { Outcomes } from './outcomes.tsx';
export { OverviewCard } from './overview-card.tsx';
export { useOverview } from './overview.queries.ts';
export type { Overview } from './overview.queries.ts';
