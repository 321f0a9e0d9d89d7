export { Webhooks } from './webhook-lists.tsx';
