export { OutsideFacts } from './outside-facts.tsx';
