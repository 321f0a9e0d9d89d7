export { createPushEndpoint, type PushEndpoint } from './push-endpoint.ts';
