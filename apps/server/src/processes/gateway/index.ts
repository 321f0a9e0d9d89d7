export { createGateway, refreshTopic, type Gateway } from './gateway.ts';
