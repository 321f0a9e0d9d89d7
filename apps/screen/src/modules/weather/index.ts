export { Weather } from './weather.tsx';
