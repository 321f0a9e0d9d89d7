export type { Gateway } from './dependencies.ts';
export { createGateway, refreshTopic } from './gateway.ts';
export { createGateQuestions } from './gate-questions.ts';
export { createGatewayWatch } from './gateway-watch.ts';
