export * from './weather.calls.ts';
export * from './wind-choice.ts';
