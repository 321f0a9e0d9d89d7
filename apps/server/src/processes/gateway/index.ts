export type { Aircraft, Gateway } from './dependencies.ts';
export { createGateway, refreshTopic } from './gateway.ts';
export { encodeWatched, watchedTopic } from './watched-links.ts';
export { createGatewayQuestions } from './gateway-questions.ts';
export { createGatewayWatch } from './gateway-watch.ts';
