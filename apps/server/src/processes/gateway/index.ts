export type { Aircraft, Gateway } from './dependencies.ts';
export { createGateway, refreshTopic } from './gateway.ts';
export { createGatewayQuestions } from './gateway-questions.ts';
export { createGatewayWatch } from './gateway-watch.ts';
