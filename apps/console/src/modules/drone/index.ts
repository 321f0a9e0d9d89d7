export { DroneFacts } from './drone-facts.tsx';
