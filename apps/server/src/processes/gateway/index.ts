export { createGateway, refreshTopic, type Gateway } from './gateway.ts';
export { createGateQuestions } from './gate-questions.ts';
export { createGatewayWatch } from './gateway-watch.ts';
